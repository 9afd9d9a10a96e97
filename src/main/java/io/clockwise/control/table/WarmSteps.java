package io.clockwise.control.table;

import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;

/** How often a table with backends on their way into service is renewed. */
public final class WarmSteps {
  private static final long STEPS = 100;
  private static final long LEAST_MILLIS = 50;

  private WarmSteps() {}

  /** Returns the time until the next table, 50 ms or more; 0: nobody is on the way. */
  public static long millis(RoutingTable table) {
    long step = 0;
    for (PoolSnapshot pool : table.pools().values()) {
      if (isWarming(pool)) {
        long window = pool.config().care().slowStart().window().toMillis();
        long own = Math.max(LEAST_MILLIS, window / STEPS);
        step = step == 0 ? own : Math.min(step, own);
      }
    }
    return step;
  }

  private static boolean isWarming(PoolSnapshot pool) {
    for (int i = 0; i < pool.size(); i++) {
      if (pool.slot(i).warmup() != null) {
        return true;
      }
    }
    return false;
  }
}
