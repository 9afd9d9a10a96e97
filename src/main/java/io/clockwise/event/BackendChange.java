package io.clockwise.event;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import java.util.Optional;
import java.util.OptionalInt;

/** One operation on one backend of one pool. */
public sealed interface BackendChange {
  /** Returns the pool's name. */
  String pool();

  /** Returns the backend's id. */
  String id();

  /** A backend comes. */
  record Add(String pool, BackendConfig backend) implements BackendChange {
    @Override
    public String id() {
      return backend.id();
    }
  }

  /** A backend's weight, address or both change. */
  record Set(String pool, String id, OptionalInt weight, Optional<BackendAddress> address)
      implements BackendChange {}

  /** The operator's wish changes. */
  record Wish(String pool, String id, AdminState state) implements BackendChange {}

  /** A backend goes. */
  record Remove(String pool, String id) implements BackendChange {}
}
