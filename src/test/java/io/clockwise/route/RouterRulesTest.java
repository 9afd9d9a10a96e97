package io.clockwise.route;

import static io.clockwise.route.Tables.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.telemetry.Meters;
import io.clockwise.testkit.Allocation;
import io.clockwise.testkit.TestRoutes;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions of routes with several pools, a backup, rules of access, and own answers. */
class RouterRulesTest {
  private static final String SPLIT =
      "{ key: { header: X-User }, pools: [{ pool: p, weight: 3 }, { pool: q }] }";

  private final Meters meters = new Meters(1);
  private final Router router = new Router(0, meters, new Random(7));

  private RoutingTable table(String route, String... q) {
    PoolSnapshot first = Tables.pool("p", meters, "a", "b", "c", "d");
    PoolSnapshot second = Tables.pool("q", meters, q);
    return Tables.table(1, CompiledRoute.of(TestRoutes.of(route), Map.of("p", first, "q", second)));
  }

  private Decision decide(RoutingTable table, String user) {
    return router.decide(table, new Facts().field("X-User", user), NOW);
  }

  private static String pool(Decision decision) {
    return Objects.requireNonNull(decision.pool()).name();
  }

  /** The same backends in both pools: the part of p must be as even as the whole would be. */
  @Test
  void whichPoolAndWhichBackendAKeyGetsAreIndependent() {
    RoutingTable table = table(SPLIT, "a", "b", "c", "d");
    int users = 40_000;
    int[] inP = new int[4];
    int split = 0;
    for (int i = 0; i < users; i++) {
      Decision decision = decide(table, "u" + i);
      assertThat(decision.kind()).isEqualTo(Decision.Kind.ROUTED);
      assertThat(decision.chosenBy()).isEqualTo(ChosenBy.PLACEMENT);
      if (pool(decision).equals("p")) {
        split++;
        inP[decision.backend()]++;
      }
    }
    assertThat((double) split / users).isCloseTo(0.75, within(0.011));
    PoolSnapshot p = table.routes().get(0).pools().get(0);
    for (int i = 0; i < 4; i++) {
      double share = p.placement().share(i);
      double deviation = Math.sqrt(share * (1 - share) / split);
      assertThat((double) inP[i] / split).isCloseTo(share, within(5 * deviation));
    }
  }

  @Test
  void requestsWithoutAKeyAreSharedByWeight() {
    RoutingTable table = table(SPLIT, "x");
    int inP = 0;
    for (int i = 0; i < 10_000; i++) {
      Decision decision = router.decide(table, new Facts(), NOW);
      assertThat(decision.chosenBy()).isEqualTo(ChosenBy.FALLBACK);
      inP += pool(decision).equals("p") ? 1 : 0;
    }
    assertThat(inP / 10_000.0).isCloseTo(0.75, within(0.022));
    assertThat(meters.loop(0).missingKeys()).isEqualTo(10_000);
  }

  @Test
  void theBackupTakesWhatFindsNoOpenBackend() {
    String route = "{ key: { header: X-User }, pool: q, backup: p }";
    assertThat(pool(decide(table(route, "x"), "u"))).isEqualTo("q");
    RoutingTable closed = table(route, "x!drain", "y!maint");
    for (Decision decision : new Decision[] {decide(closed, "u")}) {
      assertThat(decision.kind()).isEqualTo(Decision.Kind.ROUTED);
      assertThat(pool(decision)).isEqualTo("p");
      assertThat(decision.chosenBy()).isEqualTo(ChosenBy.BACKUP);
      assertThat(decision.owner()).isEqualTo(decision.backend());
    }
    Decision keyless = router.decide(closed, new Facts(), NOW);
    assertThat(pool(keyless)).isEqualTo("p");
    assertThat(keyless.chosenBy()).isEqualTo(ChosenBy.BACKUP);
    assertThat(meters.loop(0).missingKeys()).isEqualTo(1);
  }

  @Test
  void aKeptKeyIsGoodForTheBackupToo() {
    RoutingTable table = table("{ key: { header: X-User }, pool: p, backup: q }", "x", "y", "z");
    PoolSnapshot backup = Objects.requireNonNull(table.routes().get(0).backup());
    RoutingTable closed =
        table("{ key: { header: X-User }, pool: q, backup: p }", "x!maint", "y!maint", "z!maint");
    for (int i = 0; i < 50; i++) {
      RoutingKey kept = decide(table, "u" + i).keptKey();
      int owner = decide(closed, "u" + i).owner();
      assertThat(decide(closed, "u" + i).chosenBy()).isEqualTo(ChosenBy.BACKUP);
      assertThat(owner).isBetween(0, 3);
      int picked = router.pickAgain(backup, table, Router.keyFor(backup, kept), index -> true);
      Decision direct =
          decide(table("{ key: { header: X-User }, pool: q }", "x", "y", "z"), "u" + i);
      assertThat(picked).isEqualTo(direct.backend());
    }
  }

  /** Another placement may know a key by another hash. */
  @Test
  void aKeyIsKeptWithItsBytesWhereAStreamMayMove() {
    String route = "{ key: { header: X-User }, pool: p, onOwnerChange: %s }";
    assertThat(decide(table(route.formatted("keep"), "x"), "user").keptKey().length()).isZero();
    assertThat(decide(table(route.formatted("close"), "x"), "user").keptKey().length())
        .isEqualTo(4);
  }

  @Test
  void withoutAnOpenBackendInTheBackupTheRoutesOwnPoolIsNamed() {
    RoutingTable table = table("{ key: { header: X-User }, pool: p, backup: q }", "x!maint");
    RoutingTable closed =
        Tables.table(
            2,
            CompiledRoute.of(
                table.routes().get(0).config(),
                Map.of(
                    "p", Tables.pool("p", meters, "a!maint", "b!maint"),
                    "q", Tables.pool("q", meters, "x!maint", "y*0"))));
    Decision decision = decide(closed, "u");
    assertThat(decision.kind()).isEqualTo(Decision.Kind.NO_BACKEND);
    assertThat(pool(decision)).isEqualTo("p");
    assertThat(decision.chosenBy()).isEqualTo(ChosenBy.PLACEMENT);
    assertThat(decision.owner()).isBetween(0, 1);
    assertThat(decision.backend()).isEqualTo(-1);
  }

  @Test
  void aClientThatIsNotServedGetsNoPool() {
    RoutingTable table =
        table(
            "{ key: { header: X-User }, pool: p, allow: [192.0.2.0/24], deny: [192.0.2.7] }", "x");
    Facts facts = new Facts().field("X-User", "u");
    assertThat(
            router
                .decide(table, facts.client((byte) 192, (byte) 0, (byte) 2, (byte) 8), NOW)
                .kind())
        .isEqualTo(Decision.Kind.ROUTED);
    for (byte last : new byte[] {7, 0}) {
      Decision decision =
          router.decide(
              table,
              facts.client((byte) 192, (byte) 0, last == 7 ? (byte) 2 : (byte) 3, last),
              NOW);
      assertThat(decision.kind()).isEqualTo(Decision.Kind.DENIED);
      assertThat(decision.pool()).isNull();
      assertThat(decision.route()).isNotNull();
      assertThat(decision.keyed()).isFalse();
    }
    assertThat(meters.loop(0).missingKeys()).isZero();
  }

  @Test
  void aRouteMayAnswerByItself() {
    RoutingTable redirect = table("{ redirect: https, deny: [198.51.100.0/24] }", "x");
    assertThat(router.decide(redirect, new Facts(), NOW).kind()).isEqualTo(Decision.Kind.REDIRECT);
    assertThat(
            router
                .decide(
                    redirect, new Facts().client((byte) 198, (byte) 51, (byte) 100, (byte) 1), NOW)
                .kind())
        .isEqualTo(Decision.Kind.DENIED);
    Decision respond = router.decide(table("{ respond: { body: ok } }", "x"), new Facts(), NOW);
    assertThat(respond.kind()).isEqualTo(Decision.Kind.RESPOND);
    assertThat(respond.pool()).isNull();
  }

  @Test
  void aRejectedRequestNamesThePoolOnlyWhenThereIsOne() {
    String keyed = "{ key: { header: X-User }, onMissingKey: reject, ";
    assertThat(pool(router.decide(table(keyed + "pool: q }", "x"), new Facts(), NOW)))
        .isEqualTo("q");
    Decision split =
        router.decide(table(keyed + "pools: [{ pool: p }, { pool: q }] }", "x"), new Facts(), NOW);
    assertThat(split.kind()).isEqualTo(Decision.Kind.MISSING_KEY);
    assertThat(split.pool()).isNull();
  }

  @Test
  void conditionsOnFieldsWantTheValueOrAny() {
    RoutingTable table =
        table("{ pool: p, match: { headers: { X-Version: \"2\", X-Debug: \"*\" } } }", "x");
    Facts facts = new Facts().field("x-version", "2");
    assertThat(router.decide(table, facts, NOW).kind()).isEqualTo(Decision.Kind.NO_ROUTE);
    assertThat(router.decide(table, facts.field("X-Debug", "yes"), NOW).kind())
        .isEqualTo(Decision.Kind.ROUTED);
    assertThat(router.decide(table, facts.field("X-Version", "2.0"), NOW).kind())
        .isEqualTo(Decision.Kind.NO_ROUTE);
  }

  @Test
  void aPoolThatIsMissingIsNamed() {
    assertThatThrownBy(
            () ->
                CompiledRoute.of(
                    TestRoutes.of("{ pool: p, backup: q }"),
                    Map.of("p", Tables.pool("p", meters, "a"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leads to pool q");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SPLIT,
        "{ key: { header: X-User }, pool: q, backup: p, allow: [192.0.2.0/24] }",
        "{ redirect: https, match: { headers: { X-User: \"*\" } } }",
        "{ pools: [{ pool: p }, { pool: q }], deny: [\"::/0\"] }"
      })
  void aDecisionAllocatesNothing(String route) {
    RoutingTable table = table(route, "x!maint");
    RequestFacts facts = new FixedFacts("user:1001");
    Allocation.assertNone(i -> router.decide(table, facts, NOW).kind().ordinal());
  }
}
