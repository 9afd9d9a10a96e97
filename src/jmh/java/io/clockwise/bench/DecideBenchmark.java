package io.clockwise.bench;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.AffinityConfig;
import io.clockwise.config.CareConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.LoadBoundConfig;
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
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.placement.Member;
import io.clockwise.placement.Placement;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.affinity.CookieWriter;
import io.clockwise.route.affinity.PoolAffinities;
import io.clockwise.route.affinity.PoolAffinity;
import io.clockwise.route.affinity.Ties;
import io.clockwise.route.balance.Warmup;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.hot.HotKeys;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A whole decision: match the route, take a key of 24 bytes from a field, hash it, look it up. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DecideBenchmark {
  /** The algorithm. */
  @Param({"slots-18", "slots-20", "ring", "maglev", "rendezvous"})
  public String algorithm;

  /** How many backends. */
  @Param({"10", "100", "1000"})
  public int n;

  /** How many of them are closed, in per cent. */
  @Param({"0", "10", "50"})
  public int closed;

  private static final Map<String, AffinityConfig> AFFINITIES =
      Map.of(
          "none",
          AffinityConfig.NONE,
          "table",
          AffinityConfig.Table.DEFAULT,
          "cookie",
          AffinityConfig.Cookie.DEFAULT);

  /** What binds requests besides the placement: the table's keys and the cookie are known ones. */
  @Param({"none", "table", "cookie"})
  public String affinity;

  /**
   * What passes over open backends: {@code none}; {@code warming}: each tenth takes half of its
   * keys; {@code bounded}: all have work and room; {@code spilling}: every other one is full;
   * {@code hot}: a sixteenth of the keys is spread over two.
   */
  @Param({"none"})
  public String care;

  private static final long NOW = 1_800_000_000_000L;

  private final FieldFacts facts = new FieldFacts("x-key", keys());
  private RoutingTable table;
  private Router router;

  /** Makes the table and the router of an event loop. */
  @Setup
  public void prepare() {
    Meters meters = new Meters(2);
    PoolConfig config =
        new PoolConfig(
                Scenario.ALGORITHMS.get(algorithm),
                List.of(),
                ConnectionsConfig.DEFAULT,
                TimeoutsConfig.DEFAULT)
            .withSession(SessionConfig.DEFAULT.withAffinity(AFFINITIES.get(affinity)))
            .withCare(care());
    List<Member> members = Scenario.members(n, false);
    List<PoolSnapshot.Slot> slots = slots(members, meters);
    PoolAffinity bound = bound(config, slots, meters);
    Placement placement = Scenario.placement(algorithm, members);
    PoolSnapshot pool =
        new PoolSnapshot(
            "pool",
            1,
            config,
            placement,
            slots,
            new Ties(bound, hot(placement), meters.traffic("pool")));
    facts.cookie(cookie(bound));
    RouteConfig route =
        new RouteConfig(
            "route",
            MatchConfig.ANY,
            List.of(new KeySource.Header("x-key", null)),
            MissingKeyPolicy.LEAST_REQUESTS,
            "pool");
    table =
        new RoutingTable(
            1, 1, document(), List.of(CompiledRoute.of(route, pool)), Map.of("pool", pool));
    router = new Router(0, meters, new SplittableRandom(1));
  }

  private CareConfig care() {
    return switch (care) {
      case "bounded", "spilling" -> CareConfig.DEFAULT.withLoadBound(new LoadBoundConfig(125, 1));
      case "hot" -> CareConfig.DEFAULT.withHotKeys(new HotKeysConfig(0.05, 2, false));
      default -> CareConfig.DEFAULT;
    };
  }

  private HotKeys hot(Placement placement) {
    String[] keys = keys();
    long[] hashes = new long[care.equals("hot") ? keys.length / 16 : 0];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = placement.key(keys[i].getBytes(StandardCharsets.ISO_8859_1)).hash();
    }
    return new HotKeys(hashes);
  }

  private PoolSnapshot.Slot cared(PoolSnapshot.Slot slot, int number) {
    int busy = care.equals("bounded") ? 2 : !care.equals("spilling") ? 0 : number % 2 == 0 ? 4 : 1;
    for (int i = 0; i < busy; i++) {
      slot.meters().started(0);
    }
    return care.equals("warming") && number % 10 == 0 ? slot.with(new Warmup(0, 0.5)) : slot;
  }

  private List<PoolSnapshot.Slot> slots(List<Member> members, Meters meters) {
    boolean[] open = Scenario.open(n, closed);
    List<PoolSnapshot.Slot> slots = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      String id = members.get(i).id();
      PoolSnapshot.Slot slot =
          new PoolSnapshot.Slot(
              new Backend(id, new BackendAddress("192.0.2.1", 1 + i), 1, AdminState.READY),
              open[i] ? Availability.OPEN : Availability.CLOSED,
              meters.backend("pool", id));
      slots.add(cared(slot, i));
    }
    slots.sort(Comparator.comparing(slot -> slot.backend().id()));
    return slots;
  }

  /* As if it had been published long ago: keys are known by the loop's own word. */
  private static PoolAffinity bound(
      PoolConfig config, List<PoolSnapshot.Slot> slots, Meters meters) {
    Instant published = Instant.ofEpochMilli(NOW - 3_600_000);
    return new PoolAffinities(meters, () -> new byte[32], InstantSource.fixed(published))
        .of(
            "pool",
            config.session().affinity(),
            slots.stream().map(slot -> slot.backend().id()).toList(),
            slots.stream().map(PoolSnapshot.Slot::meters).toList(),
            null);
  }

  private static @Nullable String cookie(PoolAffinity bound) {
    if (bound.cookie() == null) {
      return null;
    }
    CookieWriter writer = new CookieWriter(new SplittableRandom(2));
    return "a=b; " + writer.set(bound.cookie(), 0, writer.begin(NOW), 0, false, NOW).split(";")[0];
  }

  private static ClockwiseConfig document() {
    return new ClockwiseConfig(
        "bench",
        List.of(),
        List.of(),
        AdminConfig.DEFAULT,
        LimitsConfig.DEFAULT,
        ShutdownConfig.DEFAULT,
        AccessLogConfig.DEFAULT,
        List.of(),
        Map.of());
  }

  private static String[] keys() {
    SplittableRandom random = new SplittableRandom(1);
    String[] keys = new String[1 << 12];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = String.format("user:%019d", random.nextLong() >>> 1);
    }
    return keys;
  }

  /** Decides for one request. */
  @Benchmark
  public int decide() {
    facts.next();
    return router.decide(table, facts, NOW).backend();
  }
}
