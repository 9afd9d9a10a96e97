package io.clockwise.proxy.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig.Cookie;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.FailureKind;
import io.clockwise.route.Decision;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.route.affinity.CookieWriter;
import io.clockwise.telemetry.AffinityMeters.Step;
import io.clockwise.telemetry.Meters;
import io.clockwise.testkit.Allocation;
import io.clockwise.testkit.PlainRequest;
import io.clockwise.testkit.TestConfig;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SessionAnswersTest {
  private static final long NOW = System.currentTimeMillis();
  private static final long NANOS = TimeUnit.HOURS.toNanos(3);
  private static final BackendAddress ADDRESS = new BackendAddress("192.0.2.1", 80);

  private final Meters meters = new Meters(1);
  private final TestConfig config =
      TestConfig.of()
          .withBackends(
              List.of(
                  new BackendConfig("a", ADDRESS, 1, AdminState.READY),
                  new BackendConfig("b", ADDRESS, 1, AdminState.READY)))
          .withPool(pool -> pool.withSession(SessionConfig.DEFAULT.withAffinity(Cookie.DEFAULT)));
  private final RoutingTable table = config.table(1, meters);
  private final PoolSnapshot pool = Objects.requireNonNull(table.pools().get(TestConfig.POOL));
  private final RoutingTableRef tables = new RoutingTableRef(table);
  private final SessionAnswers answers = new SessionAnswers(0, tables, meters, new Random(3));
  private final Router router = new Router(0, meters, new Random(4));
  private final CookieWriter writer = new CookieWriter(new Random(5));

  /* What is said of a request with a cookie for a backend. */
  private Visit visit(String backend) {
    String set =
        writer.set(
            Objects.requireNonNull(pool.affinity().cookie()),
            pool.indexOf(backend),
            writer.begin(NOW),
            0,
            false,
            NOW);
    return visitWith(set.substring(0, set.indexOf(';')));
  }

  private Visit visitWith(String cookie) {
    Decision made = router.look(table, new PlainRequest("/", null, cookie), NOW);
    Visit visit = new Visit();
    visit.keep(made);
    return visit;
  }

  private boolean answered(Visit visit, String backend, long nanos) {
    return answers.answered(visit, pool, pool.indexOf(backend), null, NOW, nanos);
  }

  private void fail(long nanos) {
    pool.meters(0).outcomes().failed(0, 1, FailureKind.CONNECT_REFUSED, false, nanos);
  }

  private long steps(Step step) {
    return meters.loop(0).affinity().steps(step);
  }

  @Test
  void itsOwnBackendNeedsNoField() {
    assertThat(answered(visit("a"), "a", NANOS)).isFalse();
    assertThat(pool.sessions().seenSince(pool.meters(0).number(), NOW / 1000)).isEqualTo(1);
  }

  @Test
  void aSessionWaitsHalfAMinuteForABackendThatFails() {
    fail(NANOS);
    assertThat(answered(visit("a"), "b", NANOS + 1)).isFalse();
    fail(NANOS + TimeUnit.SECONDS.toNanos(20));
    long late = NANOS + SessionAnswers.PATIENCE_NANOS + 1;
    assertThat(answered(visit("a"), "b", late - 10)).isFalse();
    assertThat(answered(visit("a"), "b", late)).isTrue();
    MultiMap fields = MultiMap.caseInsensitiveMultiMap();
    answers.write(fields, false);
    String set = fields.get("set-cookie");
    assertThat(steps(Step.REBOUND)).isEqualTo(1);
    assertThat(visitWith(set.substring(0, set.indexOf(';'))).cookie().backend()).isEqualTo(1);
  }

  @Test
  void anAnswerBeginsTheWaitAnew() {
    fail(NANOS);
    pool.meters(0).outcomes().answered(0);
    long late = NANOS + SessionAnswers.PATIENCE_NANOS + 1;
    fail(late);
    assertThat(answered(visit("a"), "b", late)).isFalse();
  }

  @Test
  void aSessionDoesNotWaitForWhatIsOutOfService() {
    Visit visit = visit("a");
    assertThat(answered(visit, "b", NANOS)).isFalse();
    tables.publish(config.withState("a", AdminState.MAINT).table(2, meters));
    assertThat(answered(visit, "b", NANOS)).isTrue();
    tables.publish(config.withState("a", AdminState.DRAIN).table(3, meters));
    assertThat(answered(visit, "b", NANOS)).isFalse();
  }

  @Test
  void whatIsNotWrittenIsNotCounted() {
    assertThat(answered(visitWith("x=y"), "a", NANOS)).isTrue();
    MultiMap fields = MultiMap.caseInsensitiveMultiMap().add("cache-control", "public");
    answers.write(fields, false);
    assertThat(fields.contains("set-cookie")).isFalse();
    assertThat(steps(Step.NEW)).isZero();
    assertThat(pool.sessions().size()).isZero();
  }

  @Test
  void sessionsThatGoOnCostNoObject() {
    Visit visit = visit("a");
    Allocation.assertNone(i -> answered(visit, "a", NANOS + i) ? 1 : 0);
  }
}
