package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.HealthConfig.Http;
import io.clockwise.model.Health;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that come before anything is known of their pool. */
class ChecksWaitIT extends ChecksFixture {
  private static final String GET = "GET /web/x HTTP/1.1\r\nHost: t\r\nX-Key: k\r\n\r\n";

  private final CountDownLatch released = new CountDownLatch(1);
  private TestBackend a;

  @BeforeEach
  void begin() throws IOException {
    a = TestBackend.start("a").script(this::serve);
  }

  @AfterEach
  void close() throws IOException {
    released.countDown();
    a.close();
  }

  private void serve(ReceivedRequest request) throws IOException {
    byte[] body = request.body();
    if (request.target().equals("/healthz")) {
      try {
        assertThat(released.await(20, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    request.answer(200, body.length > 0 ? body : "a".getBytes(StandardCharsets.US_ASCII));
  }

  private void awaitProbe() {
    await().until(() -> !a.requests().isEmpty());
    assertThat(health("a").health()).isEqualTo(Health.CHECKING);
  }

  @Test
  void aRequestWaitsForTheFirstResult() throws IOException {
    start(pool(healthz(), at("a", a.port())));
    try (RawClient client = proxy.connect()) {
      awaitProbe();
      client.send(GET).awaitSilence(200);
      released.countDown();
      assertThat(client.answer().text()).isEqualTo("a");
      assertThat(client.send(GET).answer().text()).isEqualTo("a"); // it goes on as usual
    }
    assertThat(asked(a)).isEqualTo(2);
  }

  @Test
  void aBodyWaitsWithItsRequest() throws IOException {
    start(pool(healthz(), at("a", a.port())));
    String body = "x".repeat(100_000);
    try (RawClient client = proxy.connect()) {
      awaitProbe();
      client
          .send("POST /web/x HTTP/1.1\r\nHost: t\r\nX-Key: k\r\nContent-Length: 100000\r\n\r\n")
          .awaitSilence(100);
      client.send(body.substring(0, 50_000)).awaitSilence(100);
      released.countDown();
      RawAnswer answer = client.send(body.substring(50_000)).answer();
      assertThat(answer.text()).isEqualTo(body);
    }
  }

  @Test
  void isTriedWhenTheProbeHasNoAnswer() throws IOException {
    start(pool(check(Http.of("/healthz"), HASTY), at("a", a.port())));
    assertThat(proxy.get("web", "k").text()).isEqualTo("a");
    assertThat(health("a").connects()).isTrue();
    awaitHealth("a", Health.DOWN);
    assertThat(health("a").connects()).isTrue();
  }

  @Test
  void isRefusedWhenNobodyIsThere() throws IOException {
    start(pool(healthz(), at("a", closedPort())));
    assertThat(proxy.get("web", "k").status()).isEqualTo(503);
  }

  @Test
  void aClientThatLeavesIsForgotten() throws IOException {
    start(pool(healthz(), at("a", a.port())));
    RawClient client = proxy.connect();
    awaitProbe();
    client.send(GET).awaitSilence(100);
    client.close();
    await().until(() -> proxy.meters().loop(0).inFlight() == 0);
    released.countDown();
    awaitHealth("a", Health.UP);
    assertThat(proxy.get("web", "k").text()).isEqualTo("a");
    assertThat(asked(a)).isEqualTo(1);
  }
}
