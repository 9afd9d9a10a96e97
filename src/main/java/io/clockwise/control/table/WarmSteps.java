package io.clockwise.control.table;

import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.balance.Staging;
import org.jspecify.annotations.Nullable;

/** How often a table is renewed in which backends or keys are on their way. */
public final class WarmSteps {
  private static final long STEPS = 100;
  private static final long LEAST_MILLIS = 50;
  private static final long MOST_STAGED_MILLIS = 1_000;

  private WarmSteps() {}

  /** Returns the time until the next table, 50 ms or more; 0: nobody is on the way. */
  public static long millis(RoutingTable table) {
    long step = 0;
    for (PoolSnapshot pool : table.pools().values()) {
      step = sooner(step, warming(pool));
      step = sooner(step, staged(pool.staging()));
    }
    return step;
  }

  private static long sooner(long step, long other) {
    return step == 0 || other == 0 ? step + other : Math.min(step, other);
  }

  private static long warming(PoolSnapshot pool) {
    long window = pool.config().care().slowStart().window().toMillis();
    return window > 0 && isWarming(pool) ? Math.max(LEAST_MILLIS, window / STEPS) : 0;
  }

  private static long staged(@Nullable Staging staging) {
    if (staging == null || !staging.isMoving()) {
      return 0;
    }
    long whole = (long) (staging.moved() / staging.perMinute() * 60_000);
    return Math.max(LEAST_MILLIS, Math.min(MOST_STAGED_MILLIS, whole / STEPS));
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
