package io.clockwise.route;

import static io.clockwise.route.Tables.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.OnUnavailable;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.OffOwner;
import io.clockwise.route.explain.Candidate;
import io.clockwise.route.explain.Explanation;
import io.clockwise.testkit.Allocation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Backends that may have so many requests in flight and no more. */
class RouterBoundTest extends WalkFixture {
  private static final SessionConfig TABLE =
      SessionConfig.DEFAULT.withAffinity(new AffinityConfig.Table(Duration.ofSeconds(60), 100_000));

  private record Running(int loop, int backend) {}

  private static long busy(PoolSnapshot pool) {
    return IntStream.range(0, pool.size()).mapToLong(i -> pool.meters(i).busy()).sum();
  }

  /* A key has 30 % of the requests. Loops decide at the same moment, each without the other's. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void nobodyGetsMoreThanTheBound(int concurrent) {
    RoutingTable table = table(bound(125, 1), numbered(10));
    PoolSnapshot pool = poolOf(table);
    Random random = new Random(3);
    ArrayDeque<Running> running = new ArrayDeque<>();
    int moved = 0;
    for (int turn = 0; turn < 20_000; turn++) {
      List<Running> begun = new ArrayList<>();
      for (int loop = 0; loop < concurrent; loop++) {
        int key = random.nextInt(10) < 3 ? 0 : random.nextInt(1_000);
        Decision made = loops[loop].decide(table, user(key), NOW);
        moved += made.offOwner() == OffOwner.FULL ? 1 : 0;
        begun.add(new Running(loop, made.backend()));
      }
      begun.forEach(each -> pool.meters(each.backend()).started(each.loop()));
      double mean = busy(pool) / 10.0;
      for (Running each : begun) {
        assertThat(pool.meters(each.backend()).busy())
            .isLessThanOrEqualTo((long) Math.ceil(1.25 * mean) + concurrent - 1);
      }
      running.addAll(begun);
      while (running.size() > 200) {
        Running over = running.remove();
        pool.meters(over.backend()).ended(over.loop(), false);
      }
    }
    assertThat(moved).isGreaterThan(1_000);
    assertThat(meters.pool("p").offOwner(OffOwner.FULL)).isEqualTo(moved);
  }

  /* The rule from its words; pools of both sizes, some members closed, some on their way. */
  @ParameterizedTest
  @ValueSource(ints = {1, 6, 32, 33, 60})
  void theFirstCandidateWithRoomHasTheKey(int size) {
    Random random = new Random(size);
    int moved = 0;
    for (int round = 0; round < 60; round++) {
      String[] backends = numbered(size);
      for (int i = 1; i < size; i++) {
        int kind = random.nextInt(8);
        backends[i] += "*" + random.nextInt(4) + (kind == 0 ? "!down" : kind == 1 ? "~0.5" : "");
      }
      int floor = 1 + random.nextInt(6);
      int percent = 100 + random.nextInt(80);
      RoutingTable table = table(bound(percent, floor), backends);
      for (String backend : numbered(size)) {
        load(table, backend, random.nextInt(12));
      }
      for (int key = 0; key < 20; key++) {
        Decision made = decide(table, key);
        assertThat(made.backend()).isEqualTo(expected(made, percent, floor));
        assertThat(decide(table, key).backend()).isEqualTo(made.backend()); // and again
        moved += made.offOwner() == OffOwner.FULL ? 1 : 0;
      }
      PoolSnapshot pool = poolOf(table);
      for (int i = 0; i < size; i++) {
        for (long left = pool.meters(i).busy(); left > 0; left--) {
          pool.meters(i).ended((int) (left + 1) % 2, false);
        }
      }
      assertThat(meters.pool("p").busy()).isZero();
    }
    assertThat(moved > 0).isEqualTo(size > 1);
  }

  private static int expected(Decision made, int percent, int floor) {
    PoolSnapshot pool = made.pool();
    int[] ranked = new int[pool.placement().members().size()];
    pool.placement().candidates(made.key(), ranked);
    int[] usable =
        IntStream.of(ranked)
            .map(pool::indexOfMember)
            .filter(i -> pool.isOpen(i) && pool.plan().admits(i, made.key()))
            .toArray();
    if (usable.length == 0) {
      usable = IntStream.of(ranked).map(pool::indexOfMember).filter(pool::isOpen).toArray();
    }
    double mean = (1.0 + IntStream.of(usable).mapToLong(i -> pool.meters(i).busy()).sum());
    double weight = IntStream.of(usable).map(i -> pool.backend(i).weight()).sum();
    return IntStream.of(usable)
        .filter(
            i ->
                pool.meters(i).busy()
                    < Math.max(
                        floor,
                        Math.ceil(percent * mean * pool.backend(i).weight() / weight / 100 - 1e-9)))
        .findFirst()
        .orElse(-1);
  }

  /** B5: the walk does not give up. */
  @Test
  void theOnlyOneWithRoomIsFound() {
    String[] backends = numbered(200);
    RoutingTable table = table(bound(100, 1), backends);
    for (int i = 0; i < backends.length; i++) {
      load(table, backends[i], i == 117 ? 3 : 4);
    }
    for (int key = 0; key < 300; key++) {
      assertThat(id(decide(table, key))).isEqualTo("b117");
    }
  }

  @Test
  void whatEndsAtClosedBackendsOfALargePoolIsSeenSoon() {
    String[] backends = numbered(40);
    backends[0] += "!down";
    RoutingTable table = table(bound(100, 1), backends);
    load(table, "b000", 400);
    for (String backend : numbered(40)) {
      load(table, backend, backend.equals("b000") ? 0 : 4);
    }
    for (int key = 0; key < 100; key++) {
      assertThat(decide(table, key).offOwner()).isIn(null, OffOwner.DOWN); // five are allowed
    }
    for (int i = 0; i < 400; i++) {
      poolOf(table).meters(0).ended(i % 2, false);
    }
    for (int key = 0; key < 8; key++) {
      assertThat(decide(table, key).backend()).isNotNegative();
    }
    for (int key = 0; key < 100; key++) {
      assertThat(decide(table, key).offOwner()).isIn(null, OffOwner.DOWN);
    }
  }

  @Test
  void belowTheFloorNobodyIsPassedOver() {
    RoutingTable table = table(bound(100, 8), "a", "b", "c");
    load(table, "a", 7);
    assertThat(decide(table, ownedBy(table, "a")).backend()).isZero();
    load(table, "a", 1);
    Decision made = decide(table, ownedBy(table, "a"));
    assertThat(made.backend()).isNotZero();
    assertThat(made.chosenBy()).isEqualTo(ChosenBy.PLACEMENT);
    assertThat(made.offOwner()).isEqualTo(OffOwner.FULL);
    assertThat(Explanation.of(made, table, false).candidates().get(0).skipped())
        .isEqualTo(Candidate.Skip.FULL);
  }

  private int ownedBy(RoutingTable table, String id) {
    PoolSnapshot pool = poolOf(table);
    return IntStream.iterate(0, key -> key + 1)
        .filter(key -> pool.backend(loops[1].look(table, user(key), NOW).owner()).id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void longStreamsDoNotCount() {
    RoutingTable table = table(bound(100, 1), "a", "b", "c");
    int key = ownedBy(table, "a");
    load(table, "a", 50);
    assertThat(decide(table, key).backend()).isNotZero();
    for (int i = 0; i < 50; i++) {
      poolOf(table).meters(0).streamOpened(i % 2);
    }
    assertThat(decide(table, key).backend()).isZero();
    assertThat(meters.pool("p").busy()).isZero();
  }

  @Test
  void aRetryPassesOverWhoIsFullButGoesSomewhere() {
    RoutingTable table = table(bound(100, 1), "a", "b", "c", "d");
    PoolSnapshot pool = poolOf(table);
    int[] ranked = new int[4];
    Decision made = decide(table, 1);
    pool.placement().candidates(made.key(), ranked);
    load(table, pool.backend(ranked[1]).id(), 9);
    load(table, pool.backend(ranked[2]).id(), 8);
    assertThat(loops[0].pickAgain(pool, table, made.keptKey(), i -> i != ranked[0]))
        .isEqualTo(ranked[3]);
    assertThat(
            loops[0].pickAgain(pool, table, made.keptKey(), i -> i != ranked[0] && i != ranked[3]))
        .isEqualTo(ranked[2]);
    assertThat(loops[0].pickAgain(pool, table, made.keptKey(), i -> i == ranked[1]))
        .isEqualTo(ranked[1]);
  }

  @Test
  void aStrictPoolHasNoBound() {
    SessionConfig strict = SessionConfig.DEFAULT.withOnUnavailable(OnUnavailable.QUEUE);
    RoutingTable table = table(c -> session(strict).apply(bound(100, 1).apply(c)), "a", "b");
    load(table, "a", 50);
    assertThat(decide(table, ownedBy(table, "a")).backend()).isZero();
  }

  @Test
  void aTableMovesNoKeyThatItKnows() {
    RoutingTable table = table(c -> session(TABLE).apply(bound(100, 1).apply(c)), "a", "b");
    int known = ownedBy(table, "a");
    decide(table, known);
    int fresh =
        IntStream.iterate(known + 1, key -> key + 1)
            .filter(key -> loops[1].look(table, user(key), NOW).owner() == 0)
            .findFirst()
            .orElseThrow();
    load(table, "a", 50);
    assertThat(decide(table, known).backend()).isZero();
    Decision moved = decide(table, fresh);
    assertThat(moved.backend()).isEqualTo(1);
    assertThat(moved.offOwner()).isEqualTo(OffOwner.FULL);
    for (int i = 0; i < 50; i++) {
      poolOf(table).meters(0).ended(i % 2, false);
    }
    assertThat(decide(table, fresh).backend()).isZero(); // it was not noted there
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 100})
  void aWalkAllocatesNothing(int size) {
    RoutingTable table = table(bound(100, 1), numbered(size));
    for (int i = 0; i < size / 2; i++) {
      load(table, numbered(size)[i], 5);
    }
    FixedFacts[] users =
        IntStream.range(0, 64).mapToObj(i -> new FixedFacts("user" + i)).toArray(FixedFacts[]::new);
    Allocation.assertNone(i -> loops[0].decide(table, users[i & 63], NOW).backend());
  }
}
