package io.clockwise.health.outlier;

import io.clockwise.telemetry.outcome.BackendOutcomes;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** How long one backend lets requests wait for its answers, over the last ten seconds. */
final class Waits {
  private static final int SECONDS = 10;
  private static final int LEAST_ANSWERS = 50;

  private final long[] counts = new long[SECONDS + 1];
  private final long[] nanos = new long[SECONDS + 1];
  private long second = Long.MIN_VALUE;
  private double mean;

  /** Takes note of how things stand; what lies before the first look does not count. */
  void look(BackendOutcomes outcomes, long nowNanos) {
    long now = Math.floorDiv(nowNanos, TimeUnit.SECONDS.toNanos(1));
    if (now == second) {
      return;
    }
    long count = outcomes.waits();
    long sum = outcomes.waitNanos();
    if (second == Long.MIN_VALUE) {
      Arrays.fill(counts, count);
      Arrays.fill(nanos, sum);
    }
    int steps = (int) Math.min(counts.length, second == Long.MIN_VALUE ? 1 : now - second);
    System.arraycopy(counts, steps, counts, 0, counts.length - steps);
    System.arraycopy(nanos, steps, nanos, 0, nanos.length - steps);
    Arrays.fill(counts, counts.length - steps, counts.length, count);
    Arrays.fill(nanos, nanos.length - steps, nanos.length, sum);
    second = now;
    long of = count - counts[0];
    mean = of < LEAST_ANSWERS ? 0 : (double) (sum - nanos[0]) / of;
  }

  /** Returns the mean in nanoseconds; 0: there were too few answers. */
  double mean() {
    return mean;
  }
}
