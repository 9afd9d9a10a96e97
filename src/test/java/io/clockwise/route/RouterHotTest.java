package io.clockwise.route;

import static io.clockwise.route.Tables.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.OnUnavailable;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.OffOwner;
import io.clockwise.route.explain.Candidate;
import io.clockwise.route.explain.Explanation;
import io.clockwise.telemetry.hot.HotKeys;
import io.clockwise.testkit.Allocation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that have so many requests that several backends serve them. */
class RouterHotTest extends WalkFixture {
  private static final int HOT = 7;

  private RoutingTable hotTable(UnaryOperator<PoolConfig> change, String... backends) {
    long hash = decide(table(PLAIN, backends), HOT).key().hash();
    return table(Tables.pool(meters, change, new HotKeys(hash), backends));
  }

  private int[] ranked(RoutingTable table) {
    int[] ranked = new int[poolOf(table).size()];
    poolOf(table).placement().candidates(decide(table, HOT).key(), ranked);
    return ranked;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 16})
  void itsFirstCandidatesServeItEvenly(int over) {
    RoutingTable table = hotTable(hot(over), numbered(5));
    int[] ranked = ranked(table);
    int serving = Math.min(over, 5);
    Set<Integer> used = new HashSet<>();
    for (int i = 0; i < 100 * serving; i++) {
      Decision made = loops[i % 2].decide(table, user(HOT), NOW);
      assertThat(made.offOwner()).isEqualTo(made.backend() == ranked[0] ? null : OffOwner.HOT);
      poolOf(table).meters(made.backend()).started(i % 2);
      used.add(made.backend());
    }
    assertThat(used)
        .containsExactlyInAnyOrderElementsOf(IntStream.of(ranked).limit(serving).boxed().toList());
    used.forEach(i -> assertThat(poolOf(table).meters(i).busy()).isEqualTo(100));
    assertThat(meters.pool("p").offOwner(OffOwner.HOT)).isEqualTo(100L * (serving - 1));
  }

  @Test
  void withoutWorkItStaysWithItsOwnerAndOthersDoAlways() {
    RoutingTable table = hotTable(hot(2), numbered(5));
    assertThat(decide(table, HOT).offOwner()).isNull();
    numberedLoad(table);
    for (int key = 0; key < 500; key++) {
      Decision made = decide(table, key);
      assertThat(made.backend() == made.owner()).isEqualTo(key != HOT);
    }
  }

  /* The key's own backend is the busiest. */
  private void numberedLoad(RoutingTable table) {
    int[] ranked = ranked(table);
    for (int i = 0; i < ranked.length; i++) {
      load(table, poolOf(table).backend(ranked[i]).id(), i == 0 ? 40 : 4);
    }
  }

  @Test
  void itIsSaidWhyTheOwnerIsPassedOver() {
    RoutingTable table = hotTable(hot(3), numbered(5));
    numberedLoad(table);
    Explanation told = Explanation.of(decide(table, HOT), table, false);
    assertThat(told.place().offOwner()).isEqualTo(OffOwner.HOT);
    assertThat(told.candidates())
        .extracting(Candidate::skipped)
        .containsExactly(Candidate.Skip.HOT, null);
  }

  @Test
  void weightsAndClosedOnesCount() {
    RoutingTable open = hotTable(hot(2), "a*3", "b", "c", "d!down");
    int[] ranked = ranked(open);
    int[] serving = IntStream.of(ranked).filter(i -> i != 3).limit(2).toArray();
    long[] got = new long[4];
    for (int i = 0; i < 400; i++) {
      int backend = decide(open, HOT).backend();
      got[backend]++;
      poolOf(open).meters(backend).started(0);
    }
    double weights =
        poolOf(open).backend(serving[0]).weight() + poolOf(open).backend(serving[1]).weight();
    for (int each : serving) {
      double share = 400 * poolOf(open).backend(each).weight() / weights;
      assertThat((double) got[each]).isBetween(share - 2, share + 2);
    }
  }

  @Test
  void aBoundHoldsAmongThem() {
    RoutingTable table = hotTable(c -> withBound(hot(2).apply(c)), numbered(5));
    int[] ranked = ranked(table);
    for (int i = 0; i < 500; i++) {
      int backend = decide(table, HOT).backend();
      poolOf(table).meters(backend).started(0);
      long cap = (long) Math.ceil(1.25 * (i + 1) / 5);
      assertThat(poolOf(table).meters(backend).busy()).isLessThanOrEqualTo(cap);
    }
    assertThat(poolOf(table).meters(ranked[0]).busy()).isEqualTo(125);
    assertThat(poolOf(table).meters(ranked[1]).busy()).isEqualTo(125);
    assertThat(meters.pool("p").offOwner(OffOwner.FULL)).isBetween(245L, 255L);
  }

  private static PoolConfig withBound(PoolConfig config) {
    return config.withCare(
        config.care().withLoadBound(new io.clockwise.config.LoadBoundConfig(125, 1)));
  }

  @Test
  void whereKeysOrSessionsAreBoundNoneIsSpread() {
    for (SessionConfig session :
        List.of(
            SessionConfig.DEFAULT.withAffinity(AffinityConfig.Cookie.DEFAULT),
            SessionConfig.DEFAULT.withAffinity(AffinityConfig.Table.DEFAULT),
            SessionConfig.DEFAULT.withOnUnavailable(OnUnavailable.FAIL))) {
      RoutingTable table = hotTable(c -> hot(2).apply(c).withSession(session), numbered(5));
      numberedLoad(table);
      Decision made = decide(table, HOT);
      assertThat(made.backend()).isEqualTo(made.owner());
    }
  }

  @Test
  void withoutTheRuleNoneIsSpread() {
    RoutingTable table = hotTable(PLAIN, numbered(5));
    assertThat(poolOf(table).isPlain()).isTrue();
    numberedLoad(table);
    assertThat(decide(table, HOT).offOwner()).isNull();
  }

  @Test
  void aWalkAllocatesNothing() {
    RoutingTable table = hotTable(hot(3), numbered(5));
    numberedLoad(table);
    RequestFacts hot = new FixedFacts("user" + HOT);
    Allocation.assertNone(i -> loops[0].decide(table, hot, NOW).backend());
  }
}
