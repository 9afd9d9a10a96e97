package io.clockwise.route;

import static io.clockwise.route.Tables.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.KeySource;
import io.clockwise.config.MatchConfig;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.placement.MemberFilter;
import io.clockwise.telemetry.Meters;
import io.clockwise.testkit.Allocation;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RouterTest {
  private static final KeySource USER = new KeySource.Header("X-User", null);

  private final Meters meters = new Meters(2);
  private final Router router = new Router(1, meters, new Random(7));

  private RoutingTable table(MissingKeyPolicy policy, String... backends) {
    return Tables.table(1, compiled(MatchConfig.ANY, policy, backends));
  }

  private CompiledRoute compiled(MatchConfig match, MissingKeyPolicy policy, String... backends) {
    return CompiledRoute.of(Tables.route(match, policy, USER), Tables.pool("p", meters, backends));
  }

  private static Facts user(String user) {
    return new Facts().field("X-User", user);
  }

  @Test
  void aKeyGoesToItsOwner() {
    RoutingTable table = table(MissingKeyPolicy.REJECT, "a", "b", "c");
    PoolSnapshot pool = table.routes().get(0).pools().get(0);
    for (int i = 0; i < 100; i++) {
      Decision decision = router.decide(table, user("u" + i), NOW);
      assertThat(decision.kind()).isEqualTo(Decision.Kind.ROUTED);
      assertThat(decision.route()).isSameAs(table.routes().get(0));
      assertThat(decision.keyed()).isTrue();
      assertThat(decision.keySource()).isZero();
      assertThat(decision.chosenBy()).isEqualTo(ChosenBy.PLACEMENT);
      assertThat(decision.backend()).isEqualTo(decision.owner());
      int member = pool.placement().pick(decision.key(), MemberFilter.ANY);
      assertThat(decision.owner()).isEqualTo(pool.indexOfMember(member));
    }
    assertThat(meters.loop(1).missingKeys()).isZero();
  }

  @Test
  void noRouteIsSaidAndLeavesNothingOfTheDecisionBefore() {
    RoutingTable table =
        Tables.table(1, compiled(Tables.path("/api/**"), MissingKeyPolicy.REJECT, "a"));
    assertThat(router.decide(table, user("u").target("/api/x"), NOW).kind())
        .isEqualTo(Decision.Kind.ROUTED);
    Decision decision = router.decide(table, user("u"), NOW);
    assertThat(decision.kind()).isEqualTo(Decision.Kind.NO_ROUTE);
    assertThat(decision.route()).isNull();
    assertThat(decision.backend()).isEqualTo(-1);
    assertThat(decision.owner()).isEqualTo(-1);
    assertThat(decision.keySource()).isEqualTo(-1);
    assertThat(decision.keyed()).isFalse();
  }

  @Test
  void theFirstRouteThatMatchesWins() {
    CompiledRoute api = compiled(Tables.path("/api/**"), MissingKeyPolicy.REJECT, "a");
    CompiledRoute rest = compiled(MatchConfig.ANY, MissingKeyPolicy.REJECT, "a");
    RoutingTable table =
        new RoutingTable(1, 1, Tables.table(1, api).config(), List.of(api, rest), Map.of());
    assertThat(router.decide(table, user("u").target("/api"), NOW).route()).isSameAs(api);
    assertThat(router.decide(table, user("u").target("/"), NOW).route()).isSameAs(rest);
  }

  @Test
  void aKeyWithoutItsOwnerGoesToTheNextCandidate() {
    RoutingTable open = table(MissingKeyPolicy.REJECT, "a", "b", "c");
    RoutingTable closed = table(MissingKeyPolicy.REJECT, "a", "b!maint", "c");
    int[] ranked = new int[3];
    int moved = 0;
    for (int i = 0; i < 300; i++) {
      int before = router.decide(open, user("u" + i), NOW).backend();
      Decision decision = router.decide(closed, user("u" + i), NOW);
      assertThat(decision.owner()).isEqualTo(before);
      open.routes().get(0).pools().get(0).placement().candidates(decision.key(), ranked);
      assertThat(decision.backend()).isEqualTo(ranked[0] == 1 ? ranked[1] : ranked[0]);
      assertThat(Router.firstOpen(decision.pool(), decision.key())).isEqualTo(decision.backend());
      moved += before == decision.backend() ? 0 : 1;
    }
    assertThat(moved).isPositive();
  }

  @Test
  void aDrainedBackendGetsNoNewKeys() {
    RoutingTable table = table(MissingKeyPolicy.REJECT, "a!drain", "b");
    for (int i = 0; i < 100; i++) {
      assertThat(router.decide(table, user("u" + i), NOW).backend()).isEqualTo(1);
    }
  }

  /** K1: a missing or empty key is no key, is counted, and does not end at one backend. */
  @Test
  void requestsWithoutAKeyAreCountedAndSpread() {
    RoutingTable table = table(MissingKeyPolicy.ROUND_ROBIN, "a", "b", "c", "d");
    int[] hits = new int[4];
    for (int i = 0; i < 400; i++) {
      Decision decision = router.decide(table, i % 2 == 0 ? new Facts() : user(""), NOW);
      assertThat(decision.keyed()).isFalse();
      assertThat(decision.owner()).isEqualTo(-1);
      assertThat(decision.keySource()).isEqualTo(-1);
      assertThat(decision.chosenBy()).isEqualTo(ChosenBy.FALLBACK);
      hits[decision.backend()]++;
    }
    assertThat(hits).containsOnly(100);
    assertThat(meters.loop(1).missingKeys()).isEqualTo(400);
    assertThat(meters.loop(0).missingKeys()).isZero();
  }

  @Test
  void aRouteMayRejectRequestsWithoutAKey() {
    RoutingTable table = table(MissingKeyPolicy.REJECT, "a");
    Decision decision = router.decide(table, new Facts(), NOW);
    assertThat(decision.kind()).isEqualTo(Decision.Kind.MISSING_KEY);
    assertThat(decision.route()).isNotNull();
    assertThat(decision.backend()).isEqualTo(-1);
    assertThat(meters.loop(1).missingKeys()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = "REJECT", mode = EnumSource.Mode.EXCLUDE)
  void aBackendWithoutWeightGetsNothing(MissingKeyPolicy policy) {
    RoutingTable table = table(policy, "a*0", "b", "c*2");
    for (int i = 0; i < 200; i++) {
      assertThat(router.decide(table, user("u" + i), NOW).backend()).isBetween(1, 2);
      assertThat(router.decide(table, new Facts(), NOW).backend()).isBetween(1, 2);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "REJECT", mode = EnumSource.Mode.EXCLUDE)
  void withoutAnOpenBackendOfAnyWeightThereIsNone(MissingKeyPolicy policy) {
    for (RoutingTable table :
        new RoutingTable[] {
          table(policy),
          table(policy, "a*0"),
          table(policy, "a*0", "b!maint"),
          table(policy, "b!drain")
        }) {
      for (Facts facts : new Facts[] {new Facts(), user("u")}) {
        Decision decision = router.decide(table, facts, NOW);
        assertThat(decision.kind()).isEqualTo(Decision.Kind.NO_BACKEND);
        assertThat(decision.backend()).isEqualTo(-1);
        assertThat(decision.route()).isNotNull();
      }
    }
  }

  @Test
  void theOwnerIsKnownEvenWhenNobodyIsOpen() {
    RoutingTable table = table(MissingKeyPolicy.REJECT, "a!maint", "b*0");
    Decision decision = router.decide(table, user("u"), NOW);
    assertThat(decision.owner()).isZero();
    assertThat(decision.keyed()).isTrue();
  }

  @Test
  void poolsThatWereRemovedStartAnew() {
    RoutingTable one = table(MissingKeyPolicy.ROUND_ROBIN, "a", "b", "c");
    assertThat(router.decide(one, new Facts(), NOW).backend()).isZero();
    assertThat(router.decide(one, new Facts(), NOW).backend()).isEqualTo(1);
    router.decide(Tables.tableOf(2), new Facts(), NOW);
    assertThat(router.decide(one, new Facts(), NOW).backend()).isZero();
  }

  @Test
  void aDecisionAllocatesNothing() {
    RoutingTable table = table(MissingKeyPolicy.LEAST_REQUESTS, "a", "b!maint", "c", "d*3");
    RequestFacts keyed = new FixedFacts("user:1001");
    RequestFacts keyless = new FixedFacts(null);
    Allocation.assertNone(
        i ->
            router.decide(table, keyed, NOW).backend()
                + router.decide(table, keyless, NOW).backend());
  }
}
