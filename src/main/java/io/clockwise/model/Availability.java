package io.clockwise.model;

import org.jspecify.annotations.Nullable;

/** Whether a backend may be given a request: the operator's wish and the health combined. */
public enum Availability {
  /** Takes new keys. */
  OPEN,
  /** Serves known sessions only. */
  STICKY_ONLY,
  /** Serves nothing. */
  CLOSED;

  /**
   * Combines the operator's wish with what probes say.
   *
   * @param drain the drain that the backend is in; null: none, or one without an end
   */
  public static Availability of(AdminState wish, Health health, @Nullable Drain drain) {
    return switch (wish) {
      case READY -> health == Health.UP ? OPEN : CLOSED;
      case DRAIN -> health == Health.DOWN || isOver(drain) ? CLOSED : STICKY_ONLY;
      case MAINT -> CLOSED;
    };
  }

  /** Combines them for a backend whose drain, if it is in one, has no end. */
  public static Availability of(AdminState wish, Health health) {
    return of(wish, health, null);
  }

  private static boolean isOver(@Nullable Drain drain) {
    return drain != null && !drain.isOpen();
  }
}
