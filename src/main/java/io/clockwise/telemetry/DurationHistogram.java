package io.clockwise.telemetry;

/** Counts of durations in fixed buckets, written by one thread; allocates nothing per record. */
public final class DurationHistogram {
  private static final long[] BOUNDS_MICROS = {
    250,
    500,
    1_000,
    2_500,
    5_000,
    10_000,
    25_000,
    50_000,
    100_000,
    250_000,
    500_000,
    1_000_000,
    2_500_000,
    5_000_000,
    10_000_000,
    30_000_000
  };

  private final Counter[] counts = Counter.array(BOUNDS_MICROS.length + 1);
  private final Counter nanos = new Counter();

  /** Returns the upper bounds of the buckets in seconds, ascending, without the infinite one. */
  public static double[] boundsSeconds() {
    double[] bounds = new double[BOUNDS_MICROS.length];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = BOUNDS_MICROS[i] / 1e6;
    }
    return bounds;
  }

  /** Counts one duration; by the owning thread only. */
  public void record(long durationNanos) {
    int bucket = 0;
    while (bucket < BOUNDS_MICROS.length && durationNanos > 1_000 * BOUNDS_MICROS[bucket]) {
      bucket++;
    }
    counts[bucket].increment();
    nanos.add(durationNanos);
  }

  /** Adds the counts of each bucket, the infinite one last, to an array one longer than bounds. */
  public void addTo(long[] sums) {
    for (int i = 0; i < counts.length; i++) {
      sums[i] += counts[i].get();
    }
  }

  /** Returns the sum of all durations in seconds. */
  public double sumSeconds() {
    return nanos.get() / 1e9;
  }
}
