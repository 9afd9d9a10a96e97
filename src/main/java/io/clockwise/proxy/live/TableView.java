package io.clockwise.proxy.live;

import io.clockwise.config.OnOwnerChange;
import io.clockwise.model.Drain;
import io.clockwise.model.Drain.Outcome;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What long streams need of the newest table: its pools, their drains, the routes by name. */
final class TableView {
  private final LoopClock clock;
  private Map<String, CompiledRoute> routes = Map.of();
  private Map<String, Pool> pools = Map.of();

  /** A pool of the newest table. */
  static final class Pool {
    private final PoolSnapshot snapshot;
    private final Map<String, DrainCourse> drains;

    /**
     * Makes one.
     *
     * @param drains that go on, by backend id
     */
    Pool(PoolSnapshot snapshot, Map<String, DrainCourse> drains) {
      this.snapshot = snapshot;
      this.drains = drains;
    }

    PoolSnapshot snapshot() {
      return snapshot;
    }

    @Nullable DrainCourse drain(String backend) {
      return drains.isEmpty() ? null : drains.get(backend);
    }
  }

  TableView(LoopClock clock) {
    this.clock = clock;
  }

  /** Returns a pool; null: the newest table has none of this name. */
  @Nullable Pool pool(String name) {
    return pools.get(name);
  }

  /** Returns a route as the newest table has it; the given one when it has none of this name. */
  CompiledRoute newest(CompiledRoute route) {
    return routes.getOrDefault(route.config().name(), route);
  }

  /**
   * Takes a new table.
   *
   * @param begun gets each drain that is followed from now on
   * @param over gets each drain that is not followed any more
   * @return whether a pool, or the rule of a route, is not what it was
   */
  boolean follow(RoutingTable table, Consumer<DrainCourse> begun, Consumer<DrainCourse> over) {
    boolean changed = followRoutes(table);
    Map<String, Pool> before = pools;
    Map<String, Pool> now = new HashMap<>();
    table.pools().forEach((name, pool) -> now.put(name, next(before.get(name), pool)));
    pools = now;
    changed |= !before.keySet().equals(now.keySet());
    for (Map.Entry<String, Pool> each : now.entrySet()) {
      Pool old = before.get(each.getKey());
      if (old != each.getValue()) {
        changed = true;
        difference(each.getValue(), old, begun);
        difference(old, each.getValue(), over);
      }
    }
    before.forEach(
        (name, old) -> {
          if (!now.containsKey(name)) {
            difference(old, null, over);
          }
        });
    return changed;
  }

  private boolean followRoutes(RoutingTable table) {
    Map<String, CompiledRoute> now = new HashMap<>();
    boolean changed = false;
    for (CompiledRoute route : table.routes()) {
      String name = route.config().name();
      CompiledRoute old = routes.get(name);
      now.put(name, route);
      changed |= old != null && !Objects.equals(ownRule(old), ownRule(route));
    }
    routes = now;
    return changed;
  }

  private static @Nullable OnOwnerChange ownRule(CompiledRoute route) {
    return route.config().onOwnerChange();
  }

  private static void difference(
      @Nullable Pool of, @Nullable Pool without, Consumer<DrainCourse> told) {
    if (of != null) {
      of.drains.forEach(
          (backend, course) -> {
            if (without == null || without.drain(backend) != course) {
              told.accept(course);
            }
          });
    }
  }

  private Pool next(@Nullable Pool before, PoolSnapshot pool) {
    if (before != null && before.snapshot() == pool) {
      return before;
    }
    Map<String, DrainCourse> drains = new HashMap<>();
    for (int i = 0; i < pool.size(); i++) {
      Drain drain = pool.drain(i);
      if (drain != null && drain.outcome() != Outcome.DRAINED) { // of that one nothing is left
        String id = pool.backend(i).id();
        DrainCourse known = before == null ? null : before.drain(id);
        drains.put(id, course(pool.name(), id, known, drain));
      }
    }
    return new Pool(pool, drains);
  }

  private DrainCourse course(
      String pool, String backend, @Nullable DrainCourse known, Drain drain) {
    return known == null
        ? DrainCourse.begin(pool, backend, drain, clock.nanos(), clock.epochMillis())
        : known.follow(drain, clock.nanos(), clock.epochMillis());
  }
}
