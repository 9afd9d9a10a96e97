package io.clockwise.proxy.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.Availability;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.model.placement.RingHash;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.testkit.TestRoutes;
import io.clockwise.testkit.TestTables;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What routes say of long streams: their own rule, a backup pool, other placements. */
class RouteRulesTest extends BookFixture {
  private static final String ROUTE =
      "{ name: main, key: { header: X-Key }, pool: p, backup: q%s }";

  @BeforeEach
  void start() {
    publish(both("", Availability.OPEN));
  }

  /** Returns a table of two pools, with this rule of the route and a's availability in p. */
  private RoutingTable both(String rule, Availability ofA) {
    RoutingTable own = TestTables.available(table(), "a", ofA);
    return TestTables.withRoutes(
        TestTables.beside(TestTables.beside(table(), own, "p"), table(), "q"),
        TestRoutes.of(ROUTE.formatted(rule)));
  }

  private Probe stream(String pool, ChosenBy by, RoutingKey key, int backend) {
    Probe probe = new Probe();
    PoolSnapshot there = table.pools().get(pool);
    book.add(probe.entry.goes(table.routes().get(0), there, backend, by, key));
    book.becomesStream(probe.entry);
    return probe;
  }

  private Probe streamOnA() {
    return stream("p", ChosenBy.PLACEMENT, keyOf("a", 0), 0);
  }

  @Test
  void aRoutesRuleTakesThePlaceOfThePools() {
    Probe probe = streamOnA();
    publish(both(", onOwnerChange: close", Availability.CLOSED));
    clock.advance(2);
    assertThat(probe.isCut()).isTrue();
  }

  @Test
  void withoutOneThePoolsHolds() {
    Probe probe = streamOnA();
    publish(both("", Availability.CLOSED));
    clock.advance(1_000);
    assertThat(probe.isCut()).isFalse();
  }

  /** The pool is the very same, so only the route has changed. */
  @Test
  void aRuleThatBecomesKeepTakesItsTimesBackThoughNoPoolHasChanged() {
    Probe probe = streamOnA();
    publish(both(", onOwnerChange: { closeAfter: 10s }", Availability.CLOSED));
    assertThat(probe.entry.place).isNotNegative();
    publish(TestTables.withRoutes(table, TestRoutes.of(ROUTE.formatted(", onOwnerChange: keep"))));
    assertThat(probe.entry.place).isNegative();
    clock.advance(100_000);
    assertThat(probe.isCut()).isFalse();
  }

  @Test
  void aStreamInTheBackupPoolGoesHomeWhenThatIsOpenAgain() {
    RoutingTable closed = allClosed();
    publish(closed);
    byte[] bytes = "some key".getBytes(StandardCharsets.US_ASCII);
    RoutingKey key = table.pools().get("q").placement().key(bytes);
    int owner = io.clockwise.route.Router.firstOpen(table.pools().get("q"), key);
    Probe probe = stream("q", ChosenBy.BACKUP, key, owner);
    publish(allClosed());
    clock.advance(1_000);
    assertThat(probe.isCut()).isFalse();
    publish(both(", onOwnerChange: close", Availability.OPEN));
    clock.advance(2);
    assertThat(probe.isCut()).isTrue();
  }

  private RoutingTable allClosed() {
    RoutingTable own = table();
    for (String id : List.of("a", "b", "c")) {
      own = TestTables.available(own, id, Availability.CLOSED);
    }
    return TestTables.withRoutes(
        TestTables.beside(TestTables.beside(table(), own, "p"), table(), "q"),
        TestRoutes.of(ROUTE.formatted(", onOwnerChange: close")));
  }

  /** Another algorithm knows a key by another hash. */
  @Test
  void aKeyIsHashedAnewWhereItsBytesWereKept() {
    publish(both(", onOwnerChange: close", Availability.OPEN));
    PoolSnapshot old = table.pools().get("p");
    Probe[] probes = new Probe[60];
    for (int i = 0; i < probes.length; i++) {
      byte[] bytes = ("key" + i).getBytes(StandardCharsets.US_ASCII);
      RoutingKey key = old.placement().key(bytes);
      probes[i] =
          stream("p", ChosenBy.PLACEMENT, key, io.clockwise.route.Router.firstOpen(old, key));
    }
    Probe blind =
        stream("p", ChosenBy.PLACEMENT, RoutingKey.ofHash(probes[0].entry.key().hash()), 0);
    RoutingTable otherwise =
        table(
            config()
                .withPool(
                    pool ->
                        new io.clockwise.config.PoolConfig(
                            new Ring(RingHash.XXH64, 1000),
                            pool.backends(),
                            pool.connections(),
                            pool.timeouts())));
    PoolSnapshot made = otherwise.pools().get("test");
    PoolSnapshot placed =
        new PoolSnapshot(
            "p",
            2,
            made.config(),
            Placements.build(made.config().placement(), made.config().members()),
            List.of(
                new PoolSnapshot.Slot(made.backend(0), Availability.OPEN, made.meters(0)),
                new PoolSnapshot.Slot(made.backend(1), Availability.OPEN, made.meters(1)),
                new PoolSnapshot.Slot(made.backend(2), Availability.OPEN, made.meters(2))));
    java.util.Map<String, PoolSnapshot> pools = new java.util.HashMap<>(table.pools());
    pools.put("p", placed);
    publish(
        TestTables.withRoutes(
            new RoutingTable(otherwise.epoch(), 2, otherwise.config(), List.of(), pools),
            TestRoutes.of(ROUTE.formatted(", onOwnerChange: close"))));
    clock.advance(2);
    int moved = 0;
    for (int i = 0; i < probes.length; i++) {
      byte[] bytes = ("key" + i).getBytes(StandardCharsets.US_ASCII);
      int before = io.clockwise.route.Router.firstOpen(old, old.placement().key(bytes));
      int now = io.clockwise.route.Router.firstOpen(placed, placed.placement().key(bytes));
      assertThat(probes[i].isCut()).isEqualTo(before != now);
      moved += before != now ? 1 : 0;
    }
    assertThat(moved).isBetween(1, 59);
    assertThat(blind.isCut()).isFalse(); // nobody can say whose it is
  }
}
