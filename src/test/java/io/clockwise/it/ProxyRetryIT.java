package io.clockwise.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.RetryBudget;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.telemetry.accesslog.AccessRecord;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which failed attempts are followed by another one, and where. */
class ProxyRetryIT {
  private static final String GET = "GET /x HTTP/1.1\r\nHost: t\r\nX-Key: k1\r\n\r\n";
  private static final String POST =
      "POST /x HTTP/1.1\r\nHost: t\r\nX-Key: k1\r\nContent-Length: 2\r\n\r\nhi";

  private static final TestBackend.Script CUT =
      request -> {
        throw new IOException("cut");
      };

  private final List<TestBackend> backends =
      List.of(TestBackend.start("a"), TestBackend.start("b"), TestBackend.start("c"));
  private TestProxy proxy;

  ProxyRetryIT() throws IOException {}

  @BeforeEach
  void start() {
    proxy = TestProxy.start(TestConfig.of(backends.toArray(TestBackend[]::new)));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    for (TestBackend backend : backends) {
      backend.close();
    }
  }

  private RawAnswer ask(String request) throws IOException {
    try (RawClient client = proxy.connect()) {
      return client.send(request).answer();
    }
  }

  /** Returns the backends in the order in which the key tries them. */
  private List<TestBackend> ranked() throws IOException {
    String first = ask(GET).text();
    TestBackend owner = byId(first);
    TestBackend.Script normal = r -> r.answer(200, owner.id().getBytes(US_ASCII));
    owner.script(CUT);
    String second = ask(GET).text();
    owner.script(normal);
    TestBackend third =
        backends.stream()
            .filter(b -> !b.id().equals(first) && !b.id().equals(second))
            .findFirst()
            .orElseThrow();
    backends.forEach(b -> b.requests().clear());
    await().until(() -> proxy.records().size() == 2);
    proxy.records().clear();
    return List.of(owner, byId(second), third);
  }

  private TestBackend byId(String id) {
    return backends.stream().filter(b -> b.id().equals(id)).findFirst().orElseThrow();
  }

  private void retry(RetryConfig config) {
    proxy.publish(c -> c.withRetry(config));
  }

  private static RetryConfig attempts(int count) {
    return RetryConfig.DEFAULT.withAttempts(count);
  }

  private List<String> failedTries() {
    await().until(() -> !proxy.records().isEmpty());
    return proxy.records().get(0).tries().stream().map(AccessRecord.Try::result).toList();
  }

  @Test
  void aBackendThatIsGoneIsFollowedByTheNextCandidateForEveryMethod() throws IOException {
    List<TestBackend> ranked = ranked();
    ranked.get(0).close();
    RawAnswer answer = ask(POST);
    assertThat(answer.text()).isEqualTo(ranked.get(1).id());
    assertThat(failedTries().get(failedTries().size() - 1)).isEqualTo("connect_refused");
    assertThat(proxy.meters().loop(0).retries(false)).isGreaterThanOrEqualTo(2);
    assertThat(proxy.inFlight(ranked.get(0))).isZero();
  }

  @Test
  void eachAttemptGoesToAnotherBackend() throws IOException {
    List<TestBackend> ranked = ranked();
    backends.forEach(b -> b.script(CUT));
    retry(attempts(10));
    assertThat(ask(GET).status()).isEqualTo(502);
    // the first connection of each was fresh or kept; a kept one is tried once more, fresh
    for (TestBackend backend : ranked) {
      assertThat(backend.requests().size()).isBetween(1, 2);
    }
    assertThat(failedTries()).containsOnly("upstream_reset").hasSizeGreaterThanOrEqualTo(3);
  }

  @Test
  void aRequestThatMayHaveBeenProcessedIsSentAgainOnlyWithAListedMethod() throws IOException {
    List<TestBackend> ranked = ranked();
    ranked.get(0).script(CUT);
    String bodyless = "DELETE /x HTTP/1.1\r\nHost: t\r\nX-Key: k1\r\n\r\n";
    assertThat(ask(bodyless).status()).isEqualTo(502);
    assertThat(ask(POST).status()).isEqualTo(502);
    assertThat(ranked.get(1).requests()).isEmpty();
    assertThat(ask(GET).text()).isEqualTo(ranked.get(1).id());
    retry(
        new RetryConfig(
            2, RetryConfig.DEFAULT.on(), Set.of("GET", "DELETE"), Set.of(), RetryBudget.DEFAULT));
    assertThat(ask(bodyless).text()).isEqualTo(ranked.get(1).id());
  }

  @Test
  void nothingFollowsOnceTheAnswerHasBegun() throws IOException {
    List<TestBackend> ranked = ranked();
    ranked
        .get(0)
        .script(
            r -> {
              r.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
              throw new IOException("cut");
            });
    try (RawClient client = proxy.connect()) {
      client.send(GET).head();
      assertThat(client.exactly(3)).isEqualTo("abc".getBytes(US_ASCII));
      assertThat(client.isClosed()).isTrue();
    }
    assertThat(ranked.get(1).requests()).isEmpty();
  }

  @Test
  void aTimeoutIsNotRetried() throws IOException {
    List<TestBackend> ranked = ranked();
    ranked.get(0).script(r -> r.awaitClose());
    proxy.publish(
        c ->
            c.withTimeouts(
                new TimeoutsConfig(
                    Duration.ofSeconds(2), Duration.ofMillis(150), Duration.ofSeconds(60))));
    assertThat(ask(GET).status()).isEqualTo(504);
    assertThat(ranked.get(1).requests()).isEmpty();
  }

  @Test
  void aListedStatusGoesToTheNextCandidateAndTheLastOneIsPassedOn() throws IOException {
    List<TestBackend> ranked = ranked();
    retry(
        new RetryConfig(
            2, RetryConfig.DEFAULT.on(), Set.of("GET"), Set.of(503), RetryBudget.DEFAULT));
    ranked.get(0).script(r -> r.answer(503, new byte[] {'x'}));
    assertThat(ask(GET).text()).isEqualTo(ranked.get(1).id());
    assertThat(failedTries()).containsExactly("status_503");
    ranked.get(1).script(r -> r.answer(503, new byte[] {'y'}));
    RawAnswer last = ask(GET);
    assertThat(last.status()).isEqualTo(503);
    assertThat(last.text()).isEqualTo("y");
    assertThat(ask(POST).text()).isEqualTo("x");
  }

  @Test
  void theBudgetEndsRetries() throws IOException {
    List<TestBackend> ranked = ranked();
    retry(
        new RetryConfig(
            2,
            RetryConfig.DEFAULT.on(),
            Set.of("GET"),
            Set.of(),
            new RetryBudget(0, 1, Duration.ofSeconds(3))));
    ranked.get(0).close();
    int passed = 0;
    for (int i = 0; i < 10; i++) {
      passed += ask(GET).status() == 200 ? 1 : 0;
    }
    assertThat(passed).isBetween(3, 4); // a slice of the window may pass meanwhile
    assertThat(proxy.meters().loop(0).retriesRefused()).isEqualTo(10 - passed);
  }
}
