package io.clockwise.health.check;

/* Each start moves the moment of the next one by a gap. The moment may lie a little in the past, so
that a turn that comes late makes up for it. */
/** How often probes may start, all backends together: evenly, so many in a second. */
final class Pace {
  private static final long SECOND_NANOS = 1_000_000_000;

  private final long gapNanos;
  private final long lateNanos;
  private long nextNanos;

  /**
   * Makes one.
   *
   * @param lateNanos how much may be made up for
   */
  Pace(int perSecond, long lateNanos, long nowNanos) {
    this.gapNanos = SECOND_NANOS / perSecond;
    this.lateNanos = lateNanos;
    this.nextNanos = nowNanos - lateNanos;
  }

  /** Tells whether a probe may start now; then it counts as started. */
  boolean take(long nowNanos) {
    if (nowNanos - nextNanos < 0) {
      return false;
    }
    long earliest = nowNanos - lateNanos;
    nextNanos = (nextNanos - earliest > 0 ? nextNanos : earliest) + gapNanos;
    return true;
  }
}
