package io.clockwise.testkit;

import io.clockwise.config.RouteConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Backend;
import io.clockwise.model.Drain;
import io.clockwise.model.Health;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.PoolSnapshot.Slot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.affinity.Ties;
import io.clockwise.route.balance.Warmup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Routing tables that are made of others. */
public final class TestTables {
  private TestTables() {}

  /** Returns a drain that is open. */
  public static Drain drain(
      String id, Instant since, Instant deadline, Drain.Then then, Duration hardStop) {
    return new Drain(
        id,
        since,
        deadline,
        new Drain.Terms(then, hardStop, Duration.ZERO, false, false),
        Drain.Outcome.OPEN);
  }

  /** Returns the same table, in which a backend of the test pool is in a drain. */
  public static RoutingTable drained(RoutingTable table, String backend, Drain drain) {
    return changed(
        table,
        TestConfig.POOL,
        backend,
        slot ->
            new Slot(
                withState(slot.backend(), AdminState.DRAIN),
                Availability.of(AdminState.DRAIN, Health.UP, drain),
                slot.meters(),
                drain));
  }

  /** Returns the same table, in which a backend of the test pool has this availability. */
  public static RoutingTable available(
      RoutingTable table, String backend, Availability availability) {
    return changed(
        table,
        TestConfig.POOL,
        backend,
        slot -> new Slot(slot.backend(), availability, slot.meters()));
  }

  /** Returns the same table, in which a backend of the test pool takes a share of its keys. */
  public static RoutingTable warming(RoutingTable table, String backend, double share) {
    return changed(table, TestConfig.POOL, backend, slot -> slot.with(new Warmup(0, share)));
  }

  private static Backend withState(Backend backend, AdminState state) {
    return new Backend(backend.id(), backend.address(), backend.weight(), state);
  }

  private static RoutingTable changed(
      RoutingTable table, String pool, String backend, UnaryOperator<Slot> change) {
    PoolSnapshot old = table.pools().get(pool);
    List<Slot> slots = new ArrayList<>();
    for (int i = 0; i < old.size(); i++) {
      Slot slot = old.slot(i);
      slots.add(old.backend(i).id().equals(backend) ? change.apply(slot) : slot);
    }
    Map<String, PoolSnapshot> pools = new HashMap<>(table.pools());
    pools.put(
        pool,
        new PoolSnapshot(
            pool,
            old.revision(),
            old.config(),
            old.placement(),
            slots,
            new Ties(old.affinity(), old.hotKeys(), old.traffic())));
    return with(table, pools);
  }

  /** Returns the first table with the second one's test pool beside its own, under this name. */
  public static RoutingTable beside(RoutingTable table, RoutingTable other, String name) {
    PoolSnapshot pool = other.pools().get(TestConfig.POOL);
    List<Slot> slots = new ArrayList<>();
    for (int i = 0; i < pool.size(); i++) {
      slots.add(new Slot(pool.backend(i), pool.availability(i), pool.meters(i), pool.drain(i)));
    }
    Map<String, PoolSnapshot> pools = new HashMap<>(table.pools());
    pools.put(
        name,
        new PoolSnapshot(
            name,
            pool.revision(),
            pool.config(),
            pool.placement(),
            slots,
            new Ties(pool.affinity(), pool.hotKeys(), pool.traffic())));
    return with(table, pools);
  }

  /** Returns the same table with other routes, over its pools. */
  public static RoutingTable withRoutes(RoutingTable table, RouteConfig... configs) {
    List<CompiledRoute> routes =
        Stream.of(configs).map(each -> CompiledRoute.of(each, table.pools())).toList();
    return new RoutingTable(table.epoch(), table.revision(), table.config(), routes, table.pools());
  }

  private static RoutingTable with(RoutingTable table, Map<String, PoolSnapshot> pools) {
    List<CompiledRoute> routes =
        table.routes().stream().map(route -> CompiledRoute.of(route.config(), pools)).toList();
    return new RoutingTable(table.epoch(), table.revision(), table.config(), routes, pools);
  }
}
