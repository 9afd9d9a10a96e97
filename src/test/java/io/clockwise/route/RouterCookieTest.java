package io.clockwise.route;

import static io.clockwise.route.Tables.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.OnUnavailable;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.ChosenBy;
import io.clockwise.route.affinity.CookieAffinity;
import io.clockwise.route.affinity.CookieWriter;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.session.CookieVerdict;
import io.clockwise.testkit.TestRoutes;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Requests with an affinity cookie, decided for pools with several backends. */
class RouterCookieTest {
  private static final SessionConfig COOKIE =
      SessionConfig.DEFAULT.withAffinity(AffinityConfig.Cookie.DEFAULT);
  private static final SessionConfig STRICT = COOKIE.withOnUnavailable(OnUnavailable.FAIL);

  private final Meters meters = new Meters(1);
  private final Router router = new Router(0, meters, new Random(7));
  private final CookieWriter writer = new CookieWriter(new Random(8));
  private long epoch;

  private PoolSnapshot pool(SessionConfig session, String name, String... backends) {
    return Tables.pool(name, meters, session, NOW, backends);
  }

  private RoutingTable table(String route, PoolSnapshot... pools) {
    Map<String, PoolSnapshot> byName = new HashMap<>();
    for (PoolSnapshot each : pools) {
      byName.put(each.name(), each);
    }
    return Tables.table(++epoch, CompiledRoute.of(TestRoutes.of(route), byName));
  }

  private String cookie(PoolSnapshot pool, String backend) {
    CookieAffinity own = Objects.requireNonNull(pool.affinity().cookie());
    String set = writer.set(own, pool.indexOf(backend), writer.begin(NOW), 0, false, NOW);
    return set.substring(0, set.indexOf(';'));
  }

  private Decision decide(RoutingTable table, Facts facts) {
    return router.decide(table, facts, NOW);
  }

  private static Facts with(String cookie) {
    return new Facts().field("Cookie", cookie);
  }

  private static String place(Decision made) {
    PoolSnapshot pool = Objects.requireNonNull(made.pool());
    return pool.name() + "/" + (made.backend() < 0 ? "" : pool.backend(made.backend()).id());
  }

  @Test
  void aValidCookieChooses() {
    PoolSnapshot pool = pool(COOKIE, "p", "a", "b", "c");
    RoutingTable table = table("{ key: { header: X-Key }, pool: p }", pool);
    for (String id : new String[] {"a", "b", "c"}) {
      Decision made = decide(table, with(cookie(pool, id)).field("X-Key", "k"));
      assertThat(place(made)).isEqualTo("p/" + id);
      assertThat(made.chosenBy()).isEqualTo(ChosenBy.COOKIE);
      assertThat(made.verdict()).isEqualTo(CookieVerdict.VALID);
      assertThat(made.cookiePool()).isSameAs(pool);
      assertThat(made.owner()).isNotNegative();
      assertThat(made.keyed()).isTrue();
    }
    assertThat(meters.loop(0).affinity().verdicts(CookieVerdict.VALID)).isEqualTo(3);
  }

  @Test
  void withoutOneTheKeyDecides() {
    PoolSnapshot pool = pool(COOKIE, "p", "a", "b", "c");
    RoutingTable table = table("{ key: { header: X-Key }, pool: p }", pool);
    Decision made = decide(table, new Facts().field("X-Key", "k"));
    assertThat(made.verdict()).isEqualTo(CookieVerdict.NONE);
    assertThat(made.chosenBy()).isEqualTo(ChosenBy.PLACEMENT);
    Decision forged = decide(table, with("cw=x").field("X-Key", "k"));
    assertThat(forged.verdict()).isEqualTo(CookieVerdict.FORGED);
    assertThat(forged.chosenBy()).isEqualTo(ChosenBy.PLACEMENT);
    assertThat(decide(table, new Facts()).chosenBy()).isEqualTo(ChosenBy.FALLBACK);
  }

  @Test
  void noPoolWithACookieMeansNoVerdict() {
    PoolSnapshot pool = pool(SessionConfig.DEFAULT, "p", "a");
    assertThat(decide(table("{ pool: p }", pool), with("cw=x")).verdict()).isNull();
  }

  @Test
  void weightZeroAndDrainServeSessions() {
    PoolSnapshot pool = pool(COOKIE, "p", "a", "b*0", "c!drain");
    RoutingTable table = table("{ pool: p }", pool);
    assertThat(place(decide(table, with(cookie(pool, "b"))))).isEqualTo("p/b");
    assertThat(place(decide(table, with(cookie(pool, "c"))))).isEqualTo("p/c");
    for (int i = 0; i < 100; i++) {
      assertThat(place(decide(table, new Facts()))).isEqualTo("p/a");
    }
  }

  @Test
  void backendsOutOfServiceAreUnknown() {
    PoolSnapshot all = pool(COOKIE, "p", "a", "b", "c", "d");
    PoolSnapshot pool = pool(COOKIE, "p", "a", "b!maint", "c!over");
    RoutingTable table = table("{ pool: p }", pool);
    for (String id : new String[] {"b", "c", "d"}) {
      Decision made = decide(table, with(cookie(all, id)));
      assertThat(place(made)).isEqualTo("p/a");
      assertThat(made.verdict()).isEqualTo(CookieVerdict.UNKNOWN);
      assertThat(made.cookiePool()).isNull();
      assertThat(made.chosenBy()).isEqualTo(ChosenBy.FALLBACK);
    }
  }

  @Test
  void aSessionWhoseBackendIsDownIsServedElsewhere() {
    PoolSnapshot pool = pool(COOKIE, "p", "a", "b!down");
    Decision made = decide(table("{ pool: p }", pool), with(cookie(pool, "b")));
    assertThat(place(made)).isEqualTo("p/a");
    assertThat(made.verdict()).isEqualTo(CookieVerdict.VALID);
    assertThat(made.chosenBy()).isEqualTo(ChosenBy.FALLBACK);
  }

  @Test
  void aStrictPoolServesASessionThereOrNotAtAll() {
    PoolSnapshot pool = pool(STRICT, "p", "a", "b!down", "c!maint", "d!over");
    RoutingTable table = table("{ pool: p, backup: q }", pool, pool(COOKIE, "q", "x"));
    assertThat(place(decide(table, with(cookie(pool, "a"))))).isEqualTo("p/a");
    for (String id : new String[] {"b", "c"}) {
      Decision made = decide(table, with(cookie(pool, id)));
      assertThat(made.kind()).isEqualTo(Decision.Kind.NO_BACKEND);
      assertThat(made.chosenBy()).isEqualTo(ChosenBy.COOKIE);
    }
    assertThat(place(decide(table, with(cookie(pool, "d"))))).isEqualTo("p/a");
    assertThat(place(decide(table, new Facts()))).isEqualTo("p/a");
  }

  @Test
  void oneCookieNamesPoolAndBackend() {
    PoolSnapshot stable = pool(COOKIE, "p", "a", "b");
    PoolSnapshot canary = pool(COOKIE, "q", "a", "b");
    RoutingTable table =
        table(
            "{ key: { header: X-Key }, pools: [{ pool: p, weight: 100 }, { pool: q, weight: 0 }] }",
            stable,
            canary);
    for (int i = 0; i < 50; i++) {
      Facts facts = with(cookie(canary, "b")).field("X-Key", "k" + i);
      assertThat(place(decide(table, facts))).isEqualTo("q/b");
      assertThat(place(decide(table, new Facts().field("X-Key", "k" + i)))).startsWith("p/");
    }
  }

  @Test
  void aSessionOfTheBackupPoolStaysWhileItCan() {
    PoolSnapshot own = pool(COOKIE, "p", "a");
    PoolSnapshot backup = pool(COOKIE, "q", "x", "y");
    RoutingTable table = table("{ pool: p, backup: q }", own, backup);
    assertThat(place(decide(table, with(cookie(backup, "y"))))).isEqualTo("q/y");
    PoolSnapshot worse = pool(COOKIE, "q", "x", "y!down");
    Decision made = decide(table("{ pool: p, backup: q }", own, worse), with(cookie(backup, "y")));
    assertThat(place(made)).isEqualTo("p/a");
    assertThat(made.verdict()).isEqualTo(CookieVerdict.UNKNOWN);
  }

  @Test
  void aCookieIsBeforeTheRuleForMissingKeys() {
    PoolSnapshot pool = pool(COOKIE, "p", "a", "b");
    String route = "{ key: { header: X-Key }, onMissingKey: reject, pool: p }";
    RoutingTable table = table(route, pool);
    assertThat(place(decide(table, with(cookie(pool, "b"))))).isEqualTo("p/b");
    assertThat(decide(table, new Facts()).kind()).isEqualTo(Decision.Kind.MISSING_KEY);
  }
}
