package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.HealthConfig.Initial;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.SlowStartConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Health;
import io.clockwise.testkit.CheckedProxy;
import io.clockwise.testkit.LogWatch;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Backends that are found dead or well by their checks. */
class ChecksIT extends ChecksFixture {
  private TestBackend a;
  private TestBackend b;

  @BeforeEach
  void begin() throws IOException {
    a = TestBackend.start("a");
    b = TestBackend.start("b");
  }

  @AfterEach
  void close() throws IOException {
    a.close();
    b.close();
  }

  private PoolConfig both(HealthConfig check) {
    return pool(check, at("a", a.port()), at("b", b.port()));
  }

  private static TestBackend.Script answering(String id, AtomicReference<String> health) {
    return request -> {
      request.body();
      if (request.target().equals("/healthz")) {
        String[] words = health.get().split(" ", 2);
        request.answer(
            Integer.parseInt(words[0]),
            new byte[0],
            words.length > 1 ? new String[] {words[1]} : new String[0]);
      } else {
        request.answer(200, id.getBytes(StandardCharsets.US_ASCII));
      }
    };
  }

  @Test
  void aBackendGoesDownAndComesBack() throws IOException {
    AtomicReference<String> state = new AtomicReference<>("200");
    a.script(answering("a", state));
    start(both(healthz()));
    awaitHealth("a", Health.UP);
    awaitHealth("b", Health.UP);
    assertThat(answering("web")).containsExactly("a", "b");
    try (LogWatch log = new LogWatch()) {
      state.set("503");
      awaitHealth("a", Health.DOWN);
      assertThat(health("a").reason()).isEqualTo("GET /healthz answered 503, expected 200-399");
      assertThat(health("a").connects()).isTrue();
      long before = asked(a);
      assertThat(answering("web")).containsExactly("b");
      assertThat(asked(a)).isEqualTo(before);
      await().until(() -> proxy.meters().probes("web").failed() > 5);
      assertThat(log.lines())
          .containsExactly(
              "web/a is down: GET /healthz answered 503, expected 200-399 (after 3 failures)");
    }
    state.set("204");
    awaitHealth("a", Health.UP);
    assertThat(health("a").reason()).isEmpty();
    assertThat(answering("web")).containsExactly("a", "b");
  }

  @Test
  void asksAsItselfAndOnAConnectionOfItsOwn() {
    start(pool(healthz(), at("a", a.port())));
    await().until(() -> a.requests().size() >= 3);
    ReceivedRequest probe = a.last();
    assertThat(probe.method() + " " + probe.target()).isEqualTo("GET /healthz");
    assertThat(probe.fields("user-agent")).containsExactly("Clockwise-Health");
    assertThat(probe.fields("host")).containsExactly("127.0.0.1:" + a.port());
    assertThat(probe.fields("connection")).containsExactly("close");
    await().until(() -> a.accepted() >= a.requests().size());
    await().until(() -> a.open() <= 1);
    assertThat(proxy.meters().probes("web").succeeded()).isPositive();
    assertThat(proxy.meters().probes("web").nanos("a")).isPositive();
  }

  @Test
  void neverProbesABackendTwiceAtOnce() {
    a.script(ReceivedRequest::awaitClose);
    start(pool(check(HealthConfig.Http.of("/healthz"), HASTY), at("a", a.port())));
    for (int probes = 1; probes <= 5; probes++) {
      int wanted = probes;
      await().until(() -> a.requests().size() >= wanted);
      assertThat(a.open()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void aPortThatRefusesIsDownAtOnce() throws IOException {
    start(pool(healthz(), at("a", a.port()), at("dead", closedPort())));
    awaitHealth("dead", Health.DOWN);
    awaitHealth("a", Health.UP);
    assertThat(health("dead").reason()).isEqualTo("connection refused");
    assertThat(health("dead").connects()).isFalse();
    assertThat(answering("web")).containsExactly("a");
  }

  @Test
  void aNameThatIsNotKnownIsDown() {
    start(
        pool(
            healthz(),
            new BackendConfig(
                "a", new BackendAddress("nowhere.invalid", 80), 1, AdminState.READY)));
    awaitHealth("a", Health.DOWN);
    assertThat(health("a").reason()).isEqualTo("its name is not known");
    assertThat(health("a").connects()).isFalse();
  }

  @Test
  void aBackendThatAcceptsAndIsSilentIsDownAndConnects() throws IOException {
    try (ServerSocket hung = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      start(
          pool(
              check(HealthConfig.Http.of("/healthz"), HASTY),
              at("a", a.port()),
              at("hung", hung.getLocalPort())));
      awaitHealth("hung", Health.DOWN);
      assertThat(health("hung").reason()).isEqualTo("no answer within 200ms");
      assertThat(health("hung").connects()).isTrue();
      awaitHealth("a", Health.UP);
      assertThat(answering("web")).containsExactly("a");
    }
  }

  @Test
  void thoseThatConnectAreTriedWhenNobodyIsUp() throws IOException {
    AtomicReference<String> state = new AtomicReference<>("500");
    a.script(answering("a", state));
    start(pool(healthz(), at("a", a.port()), at("dead", closedPort())));
    awaitHealth("a", Health.DOWN);
    awaitHealth("dead", Health.DOWN);
    assertThat(answering("web")).containsExactly("a");
    assertThat(proxy.availability("web", "dead")).isEqualTo(Availability.CLOSED);
  }

  @Test
  void aBackendThatWantsToLeaveGetsNoNewKeys() throws IOException {
    AtomicReference<String> state = new AtomicReference<>("200 Clockwise-State: drain");
    a.script(answering("a", state));
    start(both(healthz()));
    awaitHealth("b", Health.UP);
    awaitHealth("a", now -> now.leaving());
    assertThat(health("a").health()).isEqualTo(Health.UP);
    assertThat(proxy.availability("web", "a")).isEqualTo(Availability.STICKY_ONLY);
    assertThat(answering("web")).containsExactly("b");
    state.set("200");
    awaitHealth("a", now -> !now.leaving());
    assertThat(answering("web")).containsExactly("a", "b");
  }

  @Test
  void aBackendInMaintenanceIsProbedToo() {
    start(pool(healthz(), at("a", a.port()), at("b", b.port()).withState(AdminState.MAINT)));
    awaitHealth("b", Health.UP);
    assertThat(proxy.availability("web", "b")).isEqualTo(Availability.CLOSED);
  }

  @Test
  void whoIsExpectedToBeUpServesBeforeItsFirstProbe() throws IOException {
    a.script(
        request -> {
          if (request.target().equals("/healthz")) {
            request.awaitClose();
          } else {
            request.answer(200, new byte[] {'a'});
          }
        });
    HealthConfig trusting =
        new HealthConfig(HealthConfig.Http.of("/healthz"), PATIENT, PATIENT, 2, 3, Initial.UP, 0);
    start(pool(trusting, at("a", a.port())));
    assertThat(answering("web")).containsExactly("a");
    assertThat(health("a").health()).isEqualTo(Health.CHECKING);
    assertThat(proxy.board().unsettled()).containsExactly("web");
  }

  @Test
  void aPoolIsSettledWhenEachBackendHasBeenProbed() throws IOException {
    a.script(ReceivedRequest::awaitClose);
    HealthConfig slow = check(HealthConfig.Http.of("/healthz"), Duration.ofSeconds(2));
    proxy =
        CheckedProxy.start(
            Map.of("web", both(slow), "empty", pool(slow), "plain", pool(null, at("x", 9))));
    awaitHealth("b", Health.UP);
    assertThat(proxy.board().unsettled()).containsExactly("web");
    awaitHealth("a", Health.DOWN);
    await().until(() -> !proxy.board().unsettled().iterator().hasNext());
    proxy.reload(Map.of("web", both(slow), "late", pool(slow, at("a", a.port()))));
    assertThat(proxy.board().unsettled()).isEmpty();
  }

  private PoolConfig slowly(Duration window) {
    PoolConfig pool = both(healthz());
    SlowStartConfig slow = new SlowStartConfig(window, SlowStartConfig.Curve.LINEAR);
    return pool.withCare(pool.care().withSlowStart(slow));
  }

  private boolean warms(String pool) {
    return proxy.pool(pool).slot(proxy.pool(pool).indexOf("a")).warmup() != null;
  }

  @Test
  void aLongSlowStartOfAnotherPoolHoldsUpNobody() throws IOException {
    AtomicReference<String> state = new AtomicReference<>("200");
    a.script(answering("a", state));
    proxy =
        CheckedProxy.start(
            Map.of("web", slowly(Duration.ofHours(24)), "quick", slowly(Duration.ofSeconds(1))));
    for (String pool : List.of("web", "quick")) {
      await().until(() -> proxy.availability(pool, "a") == Availability.OPEN);
    }
    state.set("503");
    for (String pool : List.of("web", "quick")) {
      await().until(() -> proxy.availability(pool, "a") == Availability.CLOSED);
    }
    state.set("200");
    await().until(() -> warms("web") && warms("quick"));
    await().until(() -> !warms("quick"));
    assertThat(warms("web")).isTrue();
  }
}
