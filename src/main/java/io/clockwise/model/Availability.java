package io.clockwise.model;

/** Whether a backend may be given a request: the operator's wish and the health combined. */
public enum Availability {
  /** Takes new keys. */
  OPEN,
  /** Serves known sessions only. */
  STICKY_ONLY,
  /** Serves nothing. */
  CLOSED;

  /** Combines the operator's wish with what probes say. */
  public static Availability of(AdminState wish, Health health) {
    return switch (wish) {
      case READY -> health == Health.UP ? OPEN : CLOSED;
      case DRAIN -> health == Health.DOWN ? CLOSED : STICKY_ONLY;
      case MAINT -> CLOSED;
    };
  }
}
