package io.clockwise.route;

import static io.clockwise.route.Tables.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.OffOwner;
import io.clockwise.model.placement.HrwSettings;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.explain.Candidate;
import io.clockwise.route.explain.Explanation;
import io.clockwise.testkit.Allocation;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Backends that come into service get a growing part of their keys. */
class RouterWarmTest extends WalkFixture {
  private static final int KEYS = 3_000;
  private static final SessionConfig TABLE =
      SessionConfig.DEFAULT.withAffinity(new AffinityConfig.Table(Duration.ofSeconds(60), 100_000));

  static Stream<PlacementSettings> placements() {
    return Stream.of(
        OwnSettings.Ring.DEFAULT,
        new OwnSettings.Slots(1 << 16, 20, ""),
        OwnSettings.Maglev.DEFAULT,
        OwnSettings.Rendezvous.DEFAULT,
        OwnSettings.MultiProbe.DEFAULT, // these two read the key's bytes
        HrwSettings.Caddy.DEFAULT);
  }

  private RoutingTable table(PlacementSettings placement, String... backends) {
    return table(
        c ->
            new PoolConfig(placement, List.of(), c.connections(), c.timeouts())
                .withSession(c.session()),
        backends);
  }

  private int[] all(RoutingTable table) {
    int[] found = new int[KEYS];
    for (int key = 0; key < KEYS; key++) {
      found[key] = decide(table, key).backend();
    }
    return found;
  }

  private static String warming(double share) {
    return String.format(Locale.ROOT, "b~%.3f", share);
  }

  @ParameterizedTest
  @MethodSource("placements")
  void eachKeyOfTheOneThatComesMovesOnceAndNoOther(PlacementSettings placement) {
    int[] before = all(table(placement, "a", "b!down", "c", "d", "e"));
    int[] after = all(table(placement, "a", "b", "c", "d", "e"));
    int[] now = before.clone();
    int owned = 0;
    for (int key = 0; key < KEYS; key++) {
      owned += after[key] == 1 ? 1 : 0;
      assertThat(before[key] == after[key]).isEqualTo(after[key] != 1);
    }
    for (int step = 0; step <= 20; step++) {
      RoutingTable table = table(placement, "a", warming(step / 20.0), "c", "d", "e");
      int taken = 0;
      for (int key = 0; key < KEYS; key++) {
        Decision made = decide(table, key);
        assertThat(made.backend()).isIn(now[key], after[key]);
        boolean passed = made.backend() != after[key];
        assertThat(made.offOwner()).isEqualTo(passed ? OffOwner.WARMING : null);
        now[key] = made.backend();
        taken += made.backend() == 1 ? 1 : 0;
      }
      double slack = 5 * Math.sqrt(owned) / 2;
      assertThat((double) taken)
          .isBetween(owned * step / 20.0 - slack, owned * step / 20.0 + slack);
    }
    assertThat(now).isEqualTo(after);
    assertThat(meters.pool("p").offOwner(OffOwner.WARMING)).isPositive();
  }

  @ParameterizedTest
  @MethodSource("placements")
  void whoeverAsksForAKeyGetsTheSameAnswer(PlacementSettings placement) {
    RoutingTable table = table(placement, "a~0.3", "b~0.5", "c", "d");
    PoolSnapshot pool = poolOf(table);
    int passed = 0;
    for (int key = 0; key < KEYS; key++) {
      Decision made = decide(table, key);
      int chosen = made.backend();
      RoutingKey kept = made.keptKey();
      Explanation told = Explanation.of(made, table, false);
      assertThat(loops[1].look(table, user(key), NOW).backend()).isEqualTo(chosen);
      assertThat(Router.firstOpen(pool, kept)).isEqualTo(chosen);
      assertThat(loops[1].pickAgain(pool, table, kept, index -> true)).isEqualTo(chosen);
      List<Candidate> list = told.candidates();
      assertThat(list.get(list.size() - 1).backend()).isEqualTo(pool.backend(chosen).id());
      assertThat(list.subList(0, list.size() - 1))
          .allMatch(each -> each.skipped() == Candidate.Skip.WARMING);
      passed += list.size() > 1 ? 1 : 0;
    }
    assertThat(passed).isPositive();
  }

  @Test
  void theNewestTableSaysWhoIsPassedOverByARetry() {
    RoutingTable own = table(PLAIN, "a", "b", "c");
    RoutingTable newest = table(PLAIN, "a", "aa", "b~0", "c");
    RoutingTable back = table(PLAIN, "a", "b", "c");
    for (int key = 0; key < 300; key++) {
      Decision made = decide(own, key);
      RoutingKey kept = made.keptKey();
      int owner = made.owner();
      int again = loops[0].pickAgain(poolOf(own), newest, kept, index -> true);
      assertThat(again).isNotEqualTo(1);
      assertThat(again == owner).isEqualTo(owner != 1);
      assertThat(loops[0].pickAgain(poolOf(own), back, kept, index -> true)).isEqualTo(owner);
      // nobody else is left
      assertThat(loops[0].pickAgain(poolOf(own), newest, kept, index -> index == 1)).isEqualTo(1);
    }
  }

  @Test
  void whereEveryoneRefusesTheFirstOpenOneHasTheKey() {
    RoutingTable table = table(PLAIN, "a~0", "b~0", "c!down");
    RoutingTable open = table(PLAIN, "a", "b", "c!down");
    for (int key = 0; key < 300; key++) {
      int expected = decide(open, key).backend();
      Decision made = decide(table, key);
      assertThat(made.backend()).isEqualTo(expected);
      assertThat(made.offOwner()).isEqualTo(made.owner() == 2 ? OffOwner.DOWN : null);
      assertThat(Router.firstOpen(poolOf(table), made.key())).isEqualTo(expected);
    }
  }

  @Test
  void aTableNotesAKeyOnlyWhereItIsAtHome() {
    RoutingTable cold = table(session(TABLE), "a", "b~0", "c");
    RoutingTable warm = table(session(TABLE), "a", "b", "c");
    for (int key = 0; key < 300; key++) {
      Decision made = decide(cold, key);
      assertThat(made.backend()).isNotEqualTo(1);
      assertThat(made.chosenBy()).isEqualTo(ChosenBy.PLACEMENT);
      Decision later = decide(warm, key);
      assertThat(later.backend()).isEqualTo(later.owner());
      // it is known there by now, and stays
      assertThat(decide(cold, key).backend()).isEqualTo(later.owner());
    }
  }

  @Test
  void requestsWithoutAKeyFollowWeightTimesShare() {
    RoutingTable table = table(PLAIN, "a*2~0.25", "b", "c*2");
    int[] got = new int[3];
    for (int i = 0; i < 3_500; i++) {
      int backend = loops[0].decide(table, new Facts(), NOW).backend();
      got[backend]++;
      poolOf(table).meters(backend).started(0);
    }
    assertThat(got[0]).isBetween(480, 520);
    assertThat(got[1]).isBetween(980, 1_020);
    assertThat(got[2]).isBetween(1_980, 2_020);
    for (int i = 0; i < 700; i++) {
      int again = loops[1].pickAgain(poolOf(table), table, null, index -> true);
      got[again]++;
      poolOf(table).meters(again).started(1);
    }
    assertThat(got[0]).isBetween(580, 620);
  }

  @Test
  void aWalkAllocatesNothing() {
    RoutingTable table = table(PLAIN, "a~0.3", "b~0.5", "c", "d");
    FixedFacts[] users =
        IntStream.range(0, 64).mapToObj(i -> new FixedFacts("user" + i)).toArray(FixedFacts[]::new);
    Allocation.assertNone(i -> loops[0].decide(table, users[i & 63], NOW).backend());
  }
}
