package io.clockwise.health.outlier;

import io.clockwise.telemetry.outcome.BackendOutcomes;
import java.util.HashMap;
import java.util.Map;

/** How much longer than usual the backends of one pool take to answer. */
final class Slowness {
  private static final int LEAST_BACKENDS = 3;

  private final Map<String, Waits> waits = new HashMap<>();
  private double median;

  /** Takes note of how things stand with these backends; all others are forgotten. */
  void look(Map<String, BackendOutcomes> backends, long nowNanos) {
    waits.keySet().retainAll(backends.keySet());
    backends.forEach(
        (id, outcomes) -> waits.computeIfAbsent(id, name -> new Waits()).look(outcomes, nowNanos));
    double[] means =
        waits.values().stream()
            .mapToDouble(Waits::mean)
            .filter(mean -> mean > 0)
            .sorted()
            .toArray();
    median = means.length < LEAST_BACKENDS ? 0 : median(means);
  }

  private static double median(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** Returns how many times the median of the pool a backend takes; 0: too little is known. */
  double of(String id) {
    Waits own = waits.get(id);
    return own == null || median == 0 ? 0 : own.mean() / median;
  }

  /** Forgets how a backend did. */
  void forget(String id) {
    waits.remove(id);
  }
}
