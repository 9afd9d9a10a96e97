package io.clockwise.event;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Drain;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One operation on one backend of one pool. */
public sealed interface BackendChange {
  /** Returns the pool's name. */
  String pool();

  /** Returns the backend's id. */
  String id();

  /** Returns what is to be done, for people. */
  default String inWords() {
    return words(this);
  }

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

  /** A backend is as given, whether it was there or not. */
  record Put(String pool, BackendConfig backend) implements BackendChange {
    @Override
    public String id() {
      return backend.id();
    }
  }

  /** The operator's wish changes; a drain has the pool's terms. */
  record Wish(String pool, String id, AdminState state) implements BackendChange {}

  /**
   * A backend is drained.
   *
   * @param deadline from now; null: as the pool says
   * @param then null: as the pool says
   * @param hardStop null: as the pool says
   * @param strict whether it serves nothing new even when no other backend is left
   */
  record Drained(
      String pool,
      String id,
      @Nullable Duration deadline,
      Drain.@Nullable Then then,
      @Nullable Duration hardStop,
      boolean strict)
      implements BackendChange {}

  /**
   * A drain ends; nothing happens when the backend is in another one by now.
   *
   * @param drain the drain's id
   */
  record End(String pool, String id, String drain, Drain.Outcome outcome)
      implements BackendChange {}

  /** A backend goes. */
  record Remove(String pool, String id) implements BackendChange {}

  /** A backend is as the document says again. */
  record Revert(String pool, String id) implements BackendChange {}

  private static String words(BackendChange change) {
    String target = change.pool() + "/" + change.id();
    if (change instanceof BackendChange.Add add) {
      return "add " + target + backend(add.backend());
    }
    if (change instanceof BackendChange.Put put) {
      return "put " + target + backend(put.backend());
    }
    if (change instanceof BackendChange.Set set) {
      StringBuilder text = new StringBuilder("set ").append(target);
      set.weight().ifPresent(weight -> text.append(" weight ").append(weight));
      set.address().ifPresent(address -> text.append(" address ").append(address));
      return text.toString();
    }
    if (change instanceof BackendChange.Wish wish) {
      return lower(wish.state()) + " " + target;
    }
    if (change instanceof BackendChange.Drained drained) {
      return "drain " + target + terms(drained);
    }
    if (change instanceof BackendChange.End end) {
      return target + " is " + lower(end.outcome());
    }
    return (change instanceof BackendChange.Revert ? "revert " : "remove ") + target;
  }

  private static String terms(BackendChange.Drained drained) {
    String deadline =
        drained.deadline() == null ? "" : " deadline " + drained.deadline().toMillis() + " ms";
    return deadline + (drained.then() == null ? "" : " then " + lower(drained.then()));
  }

  private static String backend(BackendConfig backend) {
    return " at "
        + backend.address()
        + " weight "
        + backend.weight()
        + " "
        + lower(backend.state());
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
