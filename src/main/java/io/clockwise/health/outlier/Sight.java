package io.clockwise.health.outlier;

import io.clockwise.telemetry.outcome.Run;
import java.util.List;

/**
 * What is seen of one backend at one look.
 *
 * @param server where it is; another server has another past
 * @param weight its share of the pool
 * @param role what it does in the published table
 * @param runs the failures in a row of each event loop, those left out that are too short to count
 * @param answers how many it has given so far, failures apart
 * @param slowness how many times the pool's usual its answers take; 0: nothing to speak of
 */
record Sight(
    String id,
    String server,
    int weight,
    Role role,
    List<Run> runs,
    long answers,
    double slowness) {

  /** What a backend does in the published table. */
  enum Role {
    /** It takes keys, and would go on if others went. */
    USABLE,
    /** It serves, or not, but nobody should rely on it. */
    OTHER,
    /** An operator keeps it out: it is left alone. */
    ALONE
  }
}
