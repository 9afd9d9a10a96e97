package io.clockwise.bench.report;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.measure.KeySample;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.function.Supplier;

/** Times in processor time of the calling thread: other programs do not lengthen them. */
final class Timing {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int KEYS = 1 << 16; // more places than the nearest caches hold
  private static final int FIRST_ROUND = 256;
  private static final int WARM_ROUNDS = 200;
  private static final long ROUND_NANOS = 2_000_000;

  private static int sink;

  private Timing() {}

  /**
   * A built placement.
   *
   * @param nanos the shortest of the builds
   */
  record Build(Placement placement, long nanos) {}

  /** Builds a placement again and again. */
  static Build build(Supplier<Placement> build, int budgetMillis) {
    long spent = 0;
    long best = Long.MAX_VALUE;
    Placement built;
    do {
      long start = THREADS.getCurrentThreadCpuTime();
      built = build.get();
      long nanos = THREADS.getCurrentThreadCpuTime() - start;
      best = Math.min(best, nanos);
      spent += nanos;
    } while (spent < budgetMillis * 1_000_000L);
    return new Build(built, best);
  }

  /** Returns the time of a look-up of a known hash in nanoseconds, in the best of many rounds. */
  static double lookupNanos(Placement placement, KeySample.Kind kind, int budgetMillis) {
    RoutingKey[] keys = keys(placement, new KeySample(KEYS, kind));
    long budget = budgetMillis * 1_000_000L;
    long warm = THREADS.getCurrentThreadCpuTime() + 2 * budget;
    for (int i = 0; i < WARM_ROUNDS && THREADS.getCurrentThreadCpuTime() < warm; i++) {
      round(placement, keys, i, FIRST_ROUND);
    }
    double best = Double.MAX_VALUE;
    int round = FIRST_ROUND;
    long end = THREADS.getCurrentThreadCpuTime() + budget;
    while (best == Double.MAX_VALUE || THREADS.getCurrentThreadCpuTime() < end) {
      long nanos = round(placement, keys, sink, round);
      if (nanos < ROUND_NANOS) {
        round *= 2;
      } else {
        best = Math.min(best, nanos / (double) round);
      }
    }
    return best;
  }

  private static long round(Placement placement, RoutingKey[] keys, int from, int count) {
    long start = THREADS.getCurrentThreadCpuTime();
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += placement.pick(keys[from + i & KEYS - 1], MemberFilter.ANY);
    }
    sink += sum;
    return THREADS.getCurrentThreadCpuTime() - start;
  }

  private static RoutingKey[] keys(Placement placement, KeySample sample) {
    RoutingKey[] keys = new RoutingKey[sample.size()];
    byte[] text = new byte[KeySample.MAX_LENGTH];
    for (int i = 0; i < keys.length; i++) {
      RoutingKey key = placement.key(Arrays.copyOf(text, sample.write(i, text)));
      keys[i] = key.kept(placement.readsKey());
    }
    return keys;
  }

  /** Returns what keeps the compiler from leaving the work out. */
  static int sink() {
    return sink;
  }
}
