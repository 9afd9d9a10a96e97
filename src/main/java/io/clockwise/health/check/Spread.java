package io.clockwise.health.check;

import java.time.Duration;

/** When the next probe of a backend is due: the pools of a start do not stay in step. */
final class Spread {
  private static final double PART = 0.1;

  private Spread() {}

  /**
   * Returns the time of the next probe, a tenth of the interval around it at most, and not before
   * now.
   *
   * @param chance from 0 to 1
   */
  static long next(long startedNanos, Duration interval, double chance, long nowNanos) {
    double factor = 1 - PART + 2 * PART * chance;
    long due = startedNanos + (long) (interval.toNanos() * factor);
    return due - nowNanos > 0 ? due : nowNanos;
  }
}
