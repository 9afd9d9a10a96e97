package io.clockwise.control.table;

import io.clockwise.model.Health;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/**
 * Which backends answer, by pool and id, as the newest table knows it; of others nothing bad is
 * known.
 */
public final class Answering implements BiPredicate<String, String> {
  private final Supplier<RoutingTable> current;

  /** Asks the table that is current then. */
  public Answering(Supplier<RoutingTable> current) {
    this.current = current;
  }

  @Override
  public boolean test(String pool, String id) {
    PoolSnapshot there = current.get().pools().get(pool);
    int index = there == null ? -1 : there.indexOf(id);
    return there == null || index < 0 || there.slot(index).health().effective() != Health.DOWN;
  }
}
