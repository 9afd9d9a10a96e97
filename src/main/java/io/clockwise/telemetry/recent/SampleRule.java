package io.clockwise.telemetry.recent;

import java.util.Arrays;

/** Which finished requests of one event loop are kept; used by that loop only. */
final class SampleRule {
  /*
   * A leaky bucket for each kind, as GCRA (ITU-T I.371) has it: one number, the moment at which the
   * next request is due. A request may come before its time by as much as the burst is long.
   * Refilled once a minute, it takes two bursts in any minute at most.
   */
  private static final long MINUTE_NANOS = 60_000_000_000L;

  private final long intervalNanos;
  private final long earlyNanos;
  private final long[] due = new long[Interest.values().length];

  /**
   * Makes one that has taken nothing yet.
   *
   * @param burst how many of a kind are taken at once, and in each minute; 1 or more
   * @param nowNanos by the clock of {@link #takes}
   */
  SampleRule(int burst, long nowNanos) {
    intervalNanos = MINUTE_NANOS / burst;
    earlyNanos = (burst - 1) * intervalNanos;
    Arrays.fill(due, nowNanos);
  }

  /** Tells whether a request that ends now is taken, and counts it then. */
  @SuppressWarnings("EnumOrdinal") // it does not leave this object
  boolean takes(Interest interest, long nowNanos) {
    int kind = interest.ordinal();
    long early = due[kind] - nowNanos;
    if (early > earlyNanos) {
      return false;
    }
    due[kind] = Math.max(early, 0) + nowNanos + intervalNanos;
    return true;
  }
}
