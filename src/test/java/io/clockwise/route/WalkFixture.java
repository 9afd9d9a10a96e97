package io.clockwise.route;

import static io.clockwise.route.Tables.NOW;

import io.clockwise.config.CareConfig;
import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.LoadBoundConfig;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.config.ZonesConfig;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.hot.HotKeys;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Two event loops that decide by pools whose candidates are passed over. */
class WalkFixture {
  static final UnaryOperator<PoolConfig> PLAIN = UnaryOperator.identity();

  final Meters meters = new Meters(2);
  final Router[] loops = {
    new Router(0, meters, new Random(1)), new Router(1, meters, new Random(2))
  };
  private long epoch;

  static UnaryOperator<PoolConfig> bound(int percent, int floor) {
    LoadBoundConfig bound = new LoadBoundConfig(percent, floor);
    return config -> config.withCare(config.care().withLoadBound(bound));
  }

  static UnaryOperator<PoolConfig> hot(int over) {
    HotKeysConfig rule = new HotKeysConfig(0.05, over, false);
    return config -> config.withCare(CareConfig.DEFAULT.withHotKeys(rule));
  }

  static UnaryOperator<PoolConfig> zone(String own, double overflowBelow) {
    ZonesConfig zones = new ZonesConfig(own, overflowBelow);
    return config -> config.withCare(config.care().withZones(zones));
  }

  static UnaryOperator<PoolConfig> session(SessionConfig session) {
    return config -> config.withSession(session);
  }

  static String[] numbered(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> String.format("b%03d", i))
        .toArray(String[]::new);
  }

  final PoolSnapshot pool(UnaryOperator<PoolConfig> change, String... backends) {
    return Tables.pool(meters, change, HotKeys.NONE, backends);
  }

  final RoutingTable table(PoolSnapshot pool) {
    KeySource user = new KeySource.Header("X-User", null);
    return Tables.table(
        ++epoch,
        CompiledRoute.of(
            Tables.route(MatchConfig.ANY, MissingKeyPolicy.LEAST_REQUESTS, user), pool));
  }

  final RoutingTable table(UnaryOperator<PoolConfig> change, String... backends) {
    return table(pool(change, backends));
  }

  static PoolSnapshot poolOf(RoutingTable table) {
    return table.pools().get("p");
  }

  static Facts user(int key) {
    return new Facts().field("X-User", "user" + key);
  }

  final Decision decide(RoutingTable table, int key) {
    return loops[0].decide(table, user(key), NOW);
  }

  /** Begins so many requests at a backend. */
  final void load(RoutingTable table, String id, int requests) {
    for (int i = 0; i < requests; i++) {
      poolOf(table).meters(poolOf(table).indexOf(id)).started(i % 2);
    }
  }

  final String id(Decision made) {
    return made.pool().backend(made.backend()).id();
  }
}
