package io.clockwise.route;

import static io.clockwise.route.Tables.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.OnUnavailable;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.OffOwner;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.route.explain.Candidate;
import io.clockwise.route.explain.Explanation;
import io.clockwise.testkit.Allocation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys stay with backends of the instance's own zone while that is well. */
class RouterZoneTest extends WalkFixture {
  private static final int KEYS = 2_000;
  private static final String[] THREE_ZONES = {
    "a@x", "b@x", "c@x", "d@x", "e@y", "f@y", "g@y", "h@y", "i@z", "j@z", "k@z", "l@z"
  };

  /* The first so many of zone x are down. */
  private static String[] down(int count) {
    String[] backends = THREE_ZONES.clone();
    for (int i = 0; i < count; i++) {
      backends[i] += "!down";
    }
    return backends;
  }

  private static PoolConfig placed(PoolConfig config, PlacementSettings placement) {
    return new PoolConfig(placement, List.of(), config.connections(), config.timeouts())
        .withCare(config.care());
  }

  private RoutingTable table(PlacementSettings placement, double below, String... backends) {
    return table(c -> placed(zone("x", below).apply(c), placement), backends);
  }

  private int[] all(RoutingTable table) {
    return IntStream.range(0, KEYS).map(key -> decide(table, key).backend()).toArray();
  }

  /* Returns the first candidate of a key that is open, and near where that is asked. */
  private static int first(RoutingTable table, RoutingKey key, boolean near) {
    PoolSnapshot pool = poolOf(table);
    MemberFilter open = pool.openMembers();
    int member =
        pool.placement().pick(key, m -> open.accepts(m) && (!near || pool.indexOfMember(m) < 4));
    return member < 0 ? -1 : pool.indexOfMember(member);
  }

  static List<PlacementSettings> placements() {
    return RouterWarmTest.placements().toList();
  }

  @ParameterizedTest
  @MethodSource("placements")
  void whereThereIsNothingToPreferNothingChanges(PlacementSettings placement) {
    int[] plain = all(table(c -> placed(c, placement), THREE_ZONES));
    RoutingTable elsewhere = table(c -> placed(zone("w", 0.7).apply(c), placement), THREE_ZONES);
    assertThat(poolOf(elsewhere).isPlain()).isTrue();
    assertThat(all(elsewhere)).isEqualTo(plain);
    RoutingTable noneNear = table(placement, 0.7, down(4));
    assertThat(poolOf(noneNear).isPlain()).isTrue();
    assertThat(all(noneNear)).isEqualTo(all(table(c -> placed(c, placement), down(4))));
    String[] allNear = {"a@x", "b@x!down", "c@y!down"};
    RoutingTable alone = table(placement, 0.7, allNear);
    assertThat(poolOf(alone).isPlain()).isTrue();
    assertThat(all(alone)).isEqualTo(all(table(c -> placed(c, placement), allNear)));
    assertThat(meters.pool("p").offOwner(OffOwner.ZONE)).isZero();
  }

  @ParameterizedTest
  @MethodSource("placements")
  void eachKeyHasItsFirstNearCandidateWhileTheZoneIsWell(PlacementSettings placement) {
    RoutingTable table = table(placement, 0.7, down(1));
    assertThat(poolOf(table).backends().zone().share()).isEqualTo(1);
    int moved = 0;
    for (int key = 0; key < KEYS; key++) {
      Decision made = decide(table, key);
      assertThat(made.backend()).isEqualTo(first(table, made.key(), true));
      OffOwner why = made.owner() >= 4 ? OffOwner.ZONE : made.owner() == 0 ? OffOwner.DOWN : null;
      assertThat(made.offOwner()).isEqualTo(why);
      moved += why == OffOwner.ZONE ? 1 : 0;
    }
    assertThat(meters.pool("p").offOwner(OffOwner.ZONE)).isEqualTo(moved).isPositive();
  }

  @ParameterizedTest
  @MethodSource("placements")
  void itsShareFollowsItsHealthKeyByKey(PlacementSettings placement) {
    boolean[] gone = new boolean[KEYS];
    List<int[]> seen = new ArrayList<>();
    for (int down = 0; down <= 4; down++) {
      RoutingTable table = table(placement, 0.8, down(down));
      double share = Math.min(1, (4 - down) / 4.0 / 0.8);
      assertThat(poolOf(table).backends().zone().share()).isEqualTo(share);
      int staying = 0;
      int told = 0;
      for (int key = 0; key < KEYS; key++) {
        Decision made = decide(table, key);
        int near = first(table, made.key(), true);
        int any = first(table, made.key(), false);
        assertThat(made.backend()).isIn(near, any);
        if (near != any) {
          boolean stays = made.backend() == near;
          assertThat(stays && gone[key]).isFalse();
          gone[key] |= !stays;
          staying += stays ? 1 : 0;
          told++;
        }
      }
      double slack = 5 * Math.sqrt(told) / 2;
      assertThat((double) staying).isBetween(share * told - slack, share * told + slack);
      assertThat(share < 1 || staying == told).isTrue();
      seen.add(all(table));
    }
    for (int down = 3; down >= 0; down--) {
      assertThat(all(table(placement, 0.8, down(down)))).isEqualTo(seen.get(down));
    }
  }

  @ParameterizedTest
  @MethodSource("placements")
  void whoeverAsksForAKeyGetsTheSameAnswer(PlacementSettings placement) {
    RoutingTable table = table(placement, 0.8, down(2));
    PoolSnapshot pool = poolOf(table);
    int far = 0;
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
      for (Candidate each : list.subList(0, list.size() - 1)) {
        boolean near = pool.indexOf(each.backend()) < 4;
        assertThat(each.skipped()).isEqualTo(near ? Candidate.Skip.DOWN : Candidate.Skip.ZONE);
        passed += near ? 0 : 1;
      }
      far += chosen >= 4 ? 1 : 0;
    }
    assertThat(far).isPositive();
    assertThat(passed).isPositive();
  }

  @Test
  void aRetryGoesThroughTheZoneFirstByTheNewestTable() {
    RoutingTable own = table(zone("x", 0.5), "a@x", "b@x", "c@y", "d@y");
    RoutingTable sick = table(zone("x", 1), "a@x!down", "aa@x!down", "b@x", "c@y", "d@y");
    int stayed = 0;
    for (int key = 0; key < 500; key++) {
      RoutingKey kept = decide(own, key).keptKey();
      int first = decide(own, key).backend();
      assertThat(loops[0].pickAgain(poolOf(own), own, kept, i -> i != first)).isEqualTo(1 - first);
      assertThat(loops[0].pickAgain(poolOf(own), own, kept, i -> i > 1))
          .isEqualTo(first(own, kept, 2));
      int now = loops[0].pickAgain(poolOf(own), sick, kept, i -> true);
      assertThat(now).isPositive(); // a third stays, at b
      stayed += now == 1 ? 1 : 0;
    }
    assertThat(stayed).isBetween(200, 370); // and of the others those that b owns
  }

  private static int first(RoutingTable table, RoutingKey key, int from) {
    PoolSnapshot pool = poolOf(table);
    return pool.indexOfMember(pool.placement().pick(key, m -> pool.indexOfMember(m) >= from));
  }

  @Test
  void whoIsDrainedIsNotMissed() {
    RoutingTable table = table(zone("x", 1), "a@x", "b@x!drain", "c@x!maint", "d@y", "e@y");
    assertThat(poolOf(table).backends().zone().share()).isEqualTo(1);
    for (int key = 0; key < 300; key++) {
      assertThat(id(decide(table, key))).isEqualTo("a");
    }
    RoutingTable gone = table(zone("x", 1), "a@x!drain", "d@y", "e@y");
    assertThat(poolOf(gone).backends().zone().share()).isZero();
    assertThat(poolOf(gone).isPlain()).isTrue();
  }

  @Test
  void weightsCount() {
    RoutingTable table = table(zone("x", 0.8), "a@x*6", "b@x*3!down", "c@x*1!down", "d@x*0", "e@y");
    assertThat(poolOf(table).backends().zone().share()).isEqualTo(0.6 / 0.8);
    RoutingTable exact = table(zone("x", 0.7), "a@x*7", "b@x*3!down", "e@y");
    assertThat(poolOf(exact).backends().zone().share()).isEqualTo(1);
  }

  @Test
  void aStrictPoolKnowsNoZones() {
    SessionConfig strict = SessionConfig.DEFAULT.withOnUnavailable(OnUnavailable.FAIL);
    RoutingTable table = table(c -> session(strict).apply(zone("x", 0.7).apply(c)), THREE_ZONES);
    assertThat(poolOf(table).isPlain()).isTrue();
    assertThat(poolOf(table).backends().zone().isKnown()).isFalse();
    for (int key = 0; key < 300; key++) {
      Decision made = decide(table, key);
      assertThat(made.backend()).isEqualTo(made.owner());
    }
  }

  @Test
  void requestsWithoutAKeyStayWhileEveryKeyDoes() {
    RoutingTable well = table(zone("x", 0.7), down(1));
    RoutingTable sick = table(zone("x", 0.8), down(2));
    int far = 0;
    for (int i = 0; i < 200; i++) {
      assertThat(keyless(well)).isBetween(1, 3);
      far += keyless(sick) >= 4 ? 1 : 0;
      assertThat(loops[1].pickAgain(poolOf(well), well, null, index -> true)).isBetween(1, 3);
      assertThat(loops[1].pickAgain(poolOf(well), well, null, index -> index > 3)).isGreaterThan(3);
      assertThat(loops[1].pickAgain(poolOf(well), sick, null, index -> true)).isGreaterThan(1);
    }
    assertThat(far).isGreaterThan(140); // eight of ten, and the others have work
    Explanation told = Explanation.of(loops[0].look(well, new Facts(), NOW), well, true);
    assertThat(told.candidates())
        .filteredOn(each -> each.skipped() == Candidate.Skip.ZONE)
        .hasSize(8);
  }

  private int keyless(RoutingTable table) {
    int backend = loops[0].decide(table, new Facts(), NOW).backend();
    poolOf(table).meters(backend).started(0);
    return backend;
  }

  @Test
  void aWalkAllocatesNothing() {
    RoutingTable table = table(c -> bound(125, 1).apply(zone("x", 0.8).apply(c)), down(2));
    load(table, "c", 3);
    FixedFacts[] users =
        IntStream.range(0, 64).mapToObj(i -> new FixedFacts("user" + i)).toArray(FixedFacts[]::new);
    Allocation.assertNone(i -> loops[0].decide(table, users[i & 63], NOW).backend());
  }
}
