package io.clockwise.route;

import static io.clockwise.route.Tables.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.OffOwner;
import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.explain.Candidate;
import io.clockwise.route.explain.Explanation;
import io.clockwise.telemetry.hot.HotKeys;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Within the zone holds what holds for a pool: slow start, the bound, hot keys, tables. */
class RouterZoneCareTest extends WalkFixture {
  private static final SessionConfig TABLE =
      SessionConfig.DEFAULT.withAffinity(new AffinityConfig.Table(Duration.ofSeconds(60), 100_000));

  private static UnaryOperator<PoolConfig> both(
      UnaryOperator<PoolConfig> one, UnaryOperator<PoolConfig> other) {
    return config -> other.apply(one.apply(config));
  }

  @Test
  void aNearOneThatWarmsTakesItsKeysFromOtherNearOnes() {
    UnaryOperator<PoolConfig> zone = zone("x", 0.7);
    RoutingTable cold = table(zone, "a@x!down", "b@x", "c@x", "d@x", "e@y", "f@y");
    RoutingTable half = table(zone, "a@x~0.5", "b@x", "c@x", "d@x", "e@y", "f@y");
    RoutingTable warm = table(zone, "a@x", "b@x", "c@x", "d@x", "e@y", "f@y");
    int back = 0;
    int owned = 0;
    for (int key = 0; key < 2_000; key++) {
      int before = decide(cold, key).backend();
      int after = decide(warm, key).backend();
      Decision made = decide(half, key);
      assertThat(made.backend()).isLessThan(4).isIn(before, after);
      owned += after == 0 ? 1 : 0;
      back += made.backend() == 0 ? 1 : 0;
      if (made.owner() == 0 && made.backend() != 0) {
        assertThat(made.offOwner()).isEqualTo(OffOwner.WARMING);
      }
    }
    assertThat(back).isBetween(owned / 3, owned * 2 / 3);
  }

  @Test
  void whereNoNearOneTakesTheKeyTheWalkIsAsWithoutZones() {
    String[] backends = {"a@x~0.2", "b@x~0.2", "c@y", "d@y~0.5"};
    RoutingTable table = table(zone("x", 0.7), backends);
    RoutingTable without = table(PLAIN, backends);
    int far = 0;
    for (int key = 0; key < 2_000; key++) {
      Decision made = decide(table, key);
      int backend = made.backend();
      int owner = made.owner();
      RoutingKey kept = made.keptKey();
      OffOwner why = made.offOwner();
      if (backend >= 2) {
        assertThat(backend).isEqualTo(decide(without, key).backend());
        assertThat(why).isEqualTo(owner == backend ? null : OffOwner.WARMING);
        far++;
      }
      assertThat(Router.firstOpen(poolOf(table), kept)).isEqualTo(backend);
    }
    assertThat(far).isBetween(1_150, 1_400); // 0.8 * 0.8
  }

  static Stream<PlacementSettings> bounded() {
    return Stream.of(
        OwnSettings.Ring.DEFAULT,
        HaproxySettings.Consistent.DEFAULT,
        EnvoySettings.RingHashPolicy.DEFAULT);
  }

  @ParameterizedTest
  @MethodSource("bounded")
  void theBoundIsByTheNearOnes(PlacementSettings placement) {
    UnaryOperator<PoolConfig> change =
        both(
            both(zone("x", 0.7), bound(125, 1)),
            c ->
                new PoolConfig(placement, List.of(), c.connections(), c.timeouts())
                    .withCare(c.care()));
    RoutingTable table = table(change, "a@x", "b@x", "c@x", "d@y", "e@y", "f@y");
    load(table, "d", 500);
    int full = 0;
    for (int key = 0; key < 600; key++) {
      Decision made = decide(table, key);
      assertThat(made.backend()).isLessThan(3);
      full += made.offOwner() == OffOwner.FULL ? 1 : 0;
      poolOf(table).meters(made.backend()).started(0);
      long most = (long) Math.ceil(1.25 * (key + 1) / 3);
      assertThat(poolOf(table).meters(made.backend()).busy()).isLessThanOrEqualTo(most);
    }
    assertThat(full).isLessThan(200);
    // what is not full is not passed over
    for (int i = 0; i < 3; i++) {
      assertThat(poolOf(table).meters(i).busy()).isGreaterThan(120);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 80})
  void theBoundOfALargePoolToo(int size) {
    String[] backends =
        IntStream.range(0, size)
            .mapToObj(i -> String.format("b%03d", i) + (i < size / 2 ? "@x" : "@y"))
            .toArray(String[]::new);
    RoutingTable table = table(both(zone("x", 0.7), bound(100, 1)), backends);
    for (int i = 0; i < size; i++) {
      load(table, String.format("b%03d", i), i >= size / 2 ? 90 : i == 1 ? 3 : 4);
    }
    for (int key = 0; key < 300; key++) {
      assertThat(id(decide(table, key))).isEqualTo("b001");
    }
  }

  @Test
  void keysThatDoNotStayAreBoundByAll() {
    RoutingTable table =
        table(both(zone("x", 1), bound(100, 1)), "a@x", "b@x!down", "c@y", "d@y", "e@y");
    for (String id : List.of("a", "c", "d", "e")) {
      load(table, id, id.equals("e") ? 3 : 4);
    }
    int spilled = 0;
    for (int key = 0; key < 500; key++) {
      Decision made = decide(table, key);
      assertThat(id(made)).isIn("a", "e"); // a is the only near one: it has its own mean
      spilled += id(made).equals("e") ? 1 : 0;
    }
    assertThat(spilled).isBetween(190, 310);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aHotKeyIsSpreadWithinTheZone(int over) {
    UnaryOperator<PoolConfig> change = both(hot(over), zone("x", 0.7));
    String[] backends = {"a@x", "b@x", "c@x", "d@y", "e@y", "f@y", "g@y", "h@y", "i@y"};
    int key =
        IntStream.range(0, 1_000)
            .filter(each -> decide(table(PLAIN, backends), each).owner() > 2)
            .findFirst()
            .orElseThrow();
    long hash = decide(table(PLAIN, backends), key).key().hash();
    RoutingTable table = table(Tables.pool(meters, change, new HotKeys(hash), backends));
    Set<Integer> used = new HashSet<>();
    for (int i = 0; i < 100 * over; i++) {
      Decision made = decide(table, key);
      assertThat(made.offOwner()).isEqualTo(OffOwner.ZONE);
      List<Candidate> told = Explanation.of(made, table, false).candidates();
      for (Candidate each : told.subList(0, told.size() - 1)) {
        boolean near = poolOf(table).indexOf(each.backend()) < 3;
        assertThat(each.skipped()).isEqualTo(near ? Candidate.Skip.HOT : Candidate.Skip.ZONE);
      }
      poolOf(table).meters(made.backend()).started(0);
      used.add(made.backend());
    }
    assertThat(used).hasSize(over).allMatch(each -> each < 3);
    used.forEach(each -> assertThat(poolOf(table).meters(each).busy()).isEqualTo(100));
  }

  @Test
  void aTableNotesNewKeysInTheZoneAndNoneThatOverflow() {
    UnaryOperator<PoolConfig> change = both(session(TABLE), zone("x", 0.8));
    String[] well = {"a@x", "b@x", "c@x", "d@y", "e@y", "f@y"};
    RoutingTable now = table(change, well);
    RoutingTable sick = table(change, "a@x!down", "b@x!down", "c@x", "d@y", "e@y", "f@y");
    RoutingTable grown = table(change, "a@x", "aa@x", "b@x", "c@x", "d@y", "e@y", "f@y");
    int overflowed = 0;
    for (int key = 0; key < 300; key++) {
      Decision first = decide(sick, key);
      overflowed += first.backend() > 2 ? 1 : 0;
      assertThat(first.chosenBy()).isEqualTo(ChosenBy.PLACEMENT);
      Decision made = decide(now, key);
      String home = id(made);
      assertThat(made.backend()).isLessThan(3);
      // it is known there by now, and stays
      assertThat(id(decide(grown, key))).isEqualTo(home);
    }
    assertThat(overflowed).isPositive();
    RoutingTable other = table(both(session(TABLE), zone("y", 0.8)), well);
    for (int key = 0; key < 300; key++) {
      Decision known = loops[0].look(other, user(key), NOW);
      assertThat(known.backend()).isLessThan(3);
      assertThat(known.offOwner())
          .isEqualTo(known.owner() == known.backend() ? null : OffOwner.PIN);
    }
  }
}
