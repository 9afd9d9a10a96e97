package io.clockwise.proxy.policy.retry;

import io.clockwise.config.RetryBudget;
import io.clockwise.route.PoolSnapshot;
import java.util.HashMap;
import java.util.Map;

/** The retry budgets of all pools on one event loop; a changed setting begins anew. */
public final class Budgets {
  private final int loops;
  private final Map<String, Entry> entries = new HashMap<>();

  private record Entry(RetryBudget config, BudgetCount count) {}

  /** Makes the budgets of one of so many event loops. */
  public Budgets(int loops) {
    this.loops = loops;
  }

  /** Returns the budget of a pool. */
  public BudgetCount of(PoolSnapshot pool) {
    RetryBudget config = pool.config().retry().budget();
    Entry entry = entries.get(pool.name());
    if (entry == null || !entry.config().equals(config)) {
      entry = new Entry(config, new BudgetCount(config, loops));
      entries.put(pool.name(), entry);
    }
    return entry.count();
  }

  /** Forgets pools that are gone. */
  public void retain(Iterable<String> names) {
    Map<String, Entry> kept = new HashMap<>();
    for (String name : names) {
      Entry entry = entries.get(name);
      if (entry != null) {
        kept.put(name, entry);
      }
    }
    entries.clear();
    entries.putAll(kept);
  }
}
