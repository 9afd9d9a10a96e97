package io.clockwise.config;

/**
 * How fast changes of a pool may move its keys.
 *
 * @param perMinute the largest share of the key space that moves in a minute, above 0 to 1; in the
 *     document {@code 5%}; no default
 */
public record ChangeBudgetConfig(double perMinute) {
  private static final double NANOS_IN_MINUTE = 60e9;

  /** Returns the share that may move in a time. */
  public double allowance(long nanos) {
    return perMinute * nanos / NANOS_IN_MINUTE;
  }

  /** Returns the time that a share takes, in nanoseconds. */
  public long nanos(double share) {
    return (long) (share / perMinute * NANOS_IN_MINUTE);
  }
}
