package io.clockwise.it;

import static io.clockwise.testkit.RawHttp2.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.HealthConfig;
import io.clockwise.config.HealthConfig.Http;
import io.clockwise.model.Health;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.testkit.CheckedProxy;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.RawHttp2;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that come before anything is known of their pool. */
class ChecksWaitIT extends ChecksFixture {
  private static final String GET = "GET /web/x HTTP/1.1\r\nHost: t\r\nX-Key: k\r\n\r\n";

  private static final byte[] CANCEL = {0, 0, 0, 8};
  private static final byte[] POST = // to /web/x at t, by the static table of RFC 7541
      "\u0083\u0086\u0004\u0006/web/x\u0001\u0001t".getBytes(StandardCharsets.ISO_8859_1);

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

  private void startPatiently(DataPath path) {
    HealthConfig check = check(Http.of("/healthz"), Duration.ofSeconds(25));
    proxy = CheckedProxy.start(Map.of("web", pool(check, at("a", a.port()))), path);
  }

  private void awaitRunning(int requests) {
    await().until(() -> proxy.meters().loop(0).inFlight() == requests);
  }

  @ParameterizedTest
  @CsvSource({
    "RELAY, 20000, 10000",
    "RELAY, 400000, 300000",
    "RELAY, 300000, 300000",
    "VERTX, 20000, 10000",
    "VERTX, 400000, 300000",
    "VERTX, 300000, 300000"
  })
  void aClientThatLeavesInOrBehindItsBodyIsForgotten(DataPath path, int length, int sent)
      throws IOException {
    startPatiently(path);
    awaitProbe();
    try (RawClient client = proxy.connect()) {
      client.send(
          "POST /web/x HTTP/1.1\r\nHost: t\r\nX-Key: k\r\nContent-Length: " + length + "\r\n\r\n");
      awaitRunning(1);
      client.send("x".repeat(sent)).awaitSilence(100);
    }
    awaitRunning(0);
    assertThat(asked(a)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"RELAY, true", "RELAY, false", "VERTX, true", "VERTX, false"})
  void aStreamThatIsResetInItsBodyIsForgotten(DataPath path, boolean alone) throws IOException {
    startPatiently(path);
    awaitProbe();
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.send(frame(RawHttp2.HEADERS, RawHttp2.END_HEADERS, 1, POST));
      client.upload(1, 50_000);
      awaitRunning(1);
      if (alone) {
        client.send(frame(RawHttp2.RST_STREAM, 0, 1, CANCEL));
      } else {
        client.socket().close();
      }
      awaitRunning(0);
      assertThat(asked(a)).isZero();
    }
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
