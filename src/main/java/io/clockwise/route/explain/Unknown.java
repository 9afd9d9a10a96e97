package io.clockwise.route.explain;

import io.clockwise.config.HealthConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Health;
import io.clockwise.route.Decision;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.PoolSnapshot.Slot;
import org.jspecify.annotations.Nullable;

/** How long it is worth to wait for a pool of which nothing is known. */
public final class Unknown {
  private static final long MORE_MILLIS = 100; // a table of the results is on its way

  private Unknown() {}

  /**
   * Tells whether a request waits that is decided so: there may be a backend for it in a moment.
   */
  public static boolean waits(Decision decision) {
    return decision.kind() == Decision.Kind.NO_BACKEND && millis(decision.pool()) > 0;
  }

  /** Returns the time in which the first probes have a result; 0: something is known. */
  public static long millis(@Nullable PoolSnapshot pool) {
    HealthConfig check = pool == null ? null : pool.config().care().health();
    if (pool == null || check == null) {
      return 0;
    }
    boolean checking = false;
    for (int i = 0; i < pool.size(); i++) {
      Slot slot = pool.slot(i);
      if (slot.backend().adminState() == AdminState.READY) {
        if (slot.health().health() != Health.CHECKING) {
          return 0;
        }
        checking = true;
      }
    }
    return checking ? 2 * check.timeout().toMillis() + MORE_MILLIS : 0; // it may be asked twice
  }
}
