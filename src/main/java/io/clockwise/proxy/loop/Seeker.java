package io.clockwise.proxy.loop;

import io.clockwise.proxy.connection.wire.Source;
import org.jspecify.annotations.Nullable;

/** Whose request looks for a connection to a backend. */
public interface Seeker {
  /** Returns what is told of the request in the end. */
  Tally tally();

  /** Returns both ends of the client's connection, for backends that are told; null: unknown. */
  default @Nullable Source source() {
    return null;
  }

  /** Tells whether the client wants to speak WebSocket. */
  default boolean asksWebSocket() {
    return false;
  }
}
