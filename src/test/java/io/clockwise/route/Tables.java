package io.clockwise.route;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.config.ShutdownConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Drain;
import io.clockwise.model.Health;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.PathPattern;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.placement.build.Placements;
import io.clockwise.route.affinity.Ties;
import io.clockwise.route.balance.Warmup;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.hot.HotKeys;
import io.clockwise.testkit.TestAffinity;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tables as tests need them. Backends are written {@code id}, {@code id@zone}, {@code id*weight},
 * {@code id!maint}, {@code id!drain}, {@code id!over} (its drain has ended), {@code id!down},
 * {@code id~share} while they come into service.
 */
final class Tables {
  private static final ClockwiseConfig CONFIG =
      new ClockwiseConfig(
          "test",
          List.of(),
          List.of(),
          AdminConfig.DEFAULT,
          LimitsConfig.DEFAULT,
          ShutdownConfig.DEFAULT,
          AccessLogConfig.DEFAULT,
          List.of(),
          Map.of());

  /** When everything happens that does not say when. */
  static final long NOW = 1_800_000_000_000L;

  private Tables() {}

  static PoolSnapshot pool(String name, Meters meters, String... backends) {
    return pool(name, meters, SessionConfig.DEFAULT, NOW, backends);
  }

  /** Makes a pool that was published at a time. */
  static PoolSnapshot pool(
      String name, Meters meters, SessionConfig session, long epochMillis, String... backends) {
    return pool(name, meters, c -> c.withSession(session), epochMillis, HotKeys.NONE, backends);
  }

  /** Makes a pool with other settings, and with hot keys. */
  static PoolSnapshot pool(
      Meters meters, UnaryOperator<PoolConfig> change, HotKeys hot, String... backends) {
    return pool("p", meters, change, NOW, hot, backends);
  }

  private static PoolSnapshot pool(
      String name,
      Meters meters,
      UnaryOperator<PoolConfig> change,
      long epochMillis,
      HotKeys hot,
      String... backends) {
    List<PoolSnapshot.Slot> slots = new ArrayList<>();
    Stream.of(backends).map(text -> slot(name, meters, text)).forEach(slots::add);
    slots.sort(Comparator.comparing(slot -> slot.backend().id()));
    List<Member> members =
        slots.stream()
            .map(PoolSnapshot.Slot::backend)
            .filter(b -> b.weight() > 0)
            .map(b -> new Member(b.id(), b.weight()))
            .toList();
    PoolConfig config =
        change
            .apply(
                new PoolConfig(
                    Ring.DEFAULT, List.of(), ConnectionsConfig.DEFAULT, TimeoutsConfig.DEFAULT))
            .withBackends(Stream.of(backends).map(Tables::settings).toList());
    return new PoolSnapshot(
        name,
        1,
        config,
        Placements.build(config.placement(), members),
        slots,
        new Ties(
            TestAffinity.of(
                name,
                config,
                slots,
                meters,
                InstantSource.fixed(Instant.ofEpochMilli(epochMillis))),
            hot,
            meters.traffic(name)));
  }

  private static BackendConfig settings(String text) {
    String[] place = text.split("[*!~]")[0].split("@");
    Backend backend = backend(zoneless(text).split("[!~]")[0]);
    return new BackendConfig(
            backend.id(), backend.address(), backend.weight(), backend.adminState())
        .withZone(place.length > 1 ? place[1] : "");
  }

  private static String zoneless(String text) {
    return text.replaceAll("@[a-z]+", "");
  }

  private static PoolSnapshot.Slot slot(String pool, Meters meters, String text) {
    String[] parts = zoneless(text).split("~");
    PoolSnapshot.Slot slot = served(pool, meters, parts[0]);
    return parts.length == 1 ? slot : slot.with(new Warmup(0, Double.parseDouble(parts[1])));
  }

  private static PoolSnapshot.Slot served(String pool, Meters meters, String text) {
    Backend backend = backend(text.replace("!over", "!drain").replace("!down", ""));
    Drain drain =
        backend.adminState() == AdminState.DRAIN
            ? drain(text.endsWith("!over") ? Drain.Outcome.EXPIRED : Drain.Outcome.OPEN)
            : null;
    Health health = text.endsWith("!down") ? Health.DOWN : Health.UP;
    return new PoolSnapshot.Slot(
        backend,
        Availability.of(backend.adminState(), health, drain),
        meters.backend(pool, backend.id()),
        drain);
  }

  private static Drain drain(Drain.Outcome outcome) {
    Instant now = Instant.ofEpochMilli(NOW);
    Drain.Terms terms =
        new Drain.Terms(Drain.Then.MOVE, Duration.ofSeconds(30), Duration.ZERO, false, false);
    return new Drain("d1", now, now.plusSeconds(600), terms, outcome);
  }

  private static Backend backend(String text) {
    String[] state = text.split("!");
    String[] weight = state[0].split("\\*");
    return new Backend(
        weight[0],
        new BackendAddress("127.0.0.1", 8000 + Math.abs(text.hashCode() % 1000)),
        weight.length > 1 ? Integer.parseInt(weight[1]) : 1,
        state.length > 1
            ? AdminState.valueOf(state[1].toUpperCase(Locale.ROOT))
            : AdminState.READY);
  }

  static RouteConfig route(MatchConfig match, MissingKeyPolicy onMissingKey, KeySource... sources) {
    return new RouteConfig("r", match, List.of(sources), onMissingKey, "p");
  }

  static MatchConfig path(String pattern) {
    return new MatchConfig(List.of(), PathPattern.parse(pattern), List.of());
  }

  static RoutingTable table(long epoch, CompiledRoute... routes) {
    Map<String, PoolSnapshot> pools =
        Stream.of(routes)
            .flatMap(
                route -> Stream.concat(route.pools().stream(), Stream.ofNullable(route.backup())))
            .distinct()
            .collect(Collectors.toMap(PoolSnapshot::name, Function.identity()));
    return new RoutingTable(epoch, epoch, CONFIG, List.of(routes), pools);
  }

  static RoutingTable tableOf(long epoch, PoolSnapshot... pools) {
    return new RoutingTable(
        epoch,
        epoch,
        CONFIG,
        List.of(),
        Stream.of(pools).collect(Collectors.toMap(PoolSnapshot::name, Function.identity())));
  }
}
