package io.clockwise.control.autoscale;

import java.util.List;

/**
 * What is to be done about a pool: backends are brought in, one is drained, or nothing.
 *
 * @param up ids of those that are brought in
 * @param down ids of those that are drained; one at most, and none beside {@code up}
 * @param reason for people; empty: nothing is done
 * @param outlook what an outside scaler is told
 */
record ScaleStep(List<String> up, List<String> down, String reason, Outlook outlook) {
  /**
   * How a pool stands.
   *
   * @param utilisation requests in flight over the capacity
   * @param inFlight requests at the ready backends
   * @param capacity requests at once that the open ones take well
   * @param ready backends that are ready and open
   * @param standby those that may still be brought in, after this step
   * @param wanted backends that the pool should have in service
   */
  record Outlook(
      double utilisation, long inFlight, long capacity, int ready, int standby, int wanted) {}

  /** Copies the lists. */
  ScaleStep {
    up = List.copyOf(up);
    down = List.copyOf(down);
  }

  /** Tells whether anything is done. */
  boolean isStep() {
    return !up.isEmpty() || !down.isEmpty();
  }
}
