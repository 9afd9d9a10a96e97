package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.LimitsConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.WebSocketPeer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** WebSockets that are open: what passes, and how they end. */
class ProxyTunnelIT {
  private static final String SAYS_STOP = "\u0088\u0011\u0003\u00e9the proxy stops";
  private static final String CLIENT_CLOSE = "\u0088\u0082\0\0\0\0\u0003\u00e8";

  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.withReceiveBuffer("a", 16 * 1024).script(WebSocketPeer::echo);
    proxy = TestProxy.start(TestConfig.of(backend));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private RawClient open() throws IOException {
    RawClient client = RawClient.to(proxy.port(), 16 * 1024);
    assertThat(client.send(WebSocketPeer.ASK).head().status()).isEqualTo(101);
    return client;
  }

  private void assertQuiet() {
    assertThat(proxy.inFlight()).isZero();
    assertThat(proxy.inFlight(backend)).isZero();
    assertThat(proxy.clients()).isZero();
    assertThat(backend.open()).isZero();
    assertThat(proxy.records()).hasSize(1);
  }

  private void assertEndedBy(EndedBy by) {
    await().untilAsserted(this::assertQuiet);
    assertThat(proxy.records().get(0).result().endedBy()).isEqualTo(by);
  }

  /**
   * Reads frames without mask and with short payload; says what the first octet and payload are.
   */
  private static String received(ReceivedRequest request, int length) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      byte[] part = new byte[length - text.length()];
      int n = request.readSome(part);
      if (n < 0) {
        return text + " and the end";
      }
      text.append(new String(part, 0, n, StandardCharsets.ISO_8859_1));
    }
    return text.toString();
  }

  @Test
  void stopSaysGoodbyeToBothSides() throws Exception {
    CompletableFuture<String> heard = new CompletableFuture<>();
    backend.script(
        r -> {
          WebSocketPeer.accept(r, "");
          String close = received(r, 6 + 17);
          heard.complete(close);
          r.write("\u0088\u0002\u0003\u00e9");
          r.awaitClose();
        });
    try (RawClient client = open()) {
      var stopped = proxy.shutdown(Duration.ofSeconds(20)).toCompletionStage();
      assertThat(client.text(SAYS_STOP.length())).isEqualTo(SAYS_STOP);
      client.send(CLIENT_CLOSE);
      assertThat(client.isClosed()).isTrue();
      stopped.toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
    String close = heard.get(10, TimeUnit.SECONDS);
    assertThat(close).startsWith("\u0088\u0091");
    StringBuilder unmasked = new StringBuilder();
    for (int i = 6; i < close.length(); i++) {
      unmasked.append((char) (close.charAt(i) ^ close.charAt(2 + (i - 6) % 4)));
    }
    assertThat(unmasked.toString()).isEqualTo(SAYS_STOP.substring(2));
    assertEndedBy(EndedBy.CLOCKWISE);
  }

  @Test
  void goodbyeWaitsForTheEndOfAFrame() throws Exception {
    CompletableFuture<ReceivedRequest> opened = new CompletableFuture<>();
    backend.script(
        r -> {
          WebSocketPeer.accept(r, "\u0001\u007e\u0001\u0000half");
          opened.complete(r);
          r.awaitClose();
        });
    try (RawClient client = open()) {
      assertThat(client.text(8)).endsWith("half");
      proxy.shutdown(Duration.ofSeconds(20));
      client.awaitSilence(100);
      opened.get(10, TimeUnit.SECONDS).write("x".repeat(252) + "\u0080\u0001z");
      assertThat(client.text(252)).isEqualTo("x".repeat(252));
      assertThat(client.text(SAYS_STOP.length())).isEqualTo(SAYS_STOP);
      client.send(CLIENT_CLOSE);
      opened.get().write("\u0088\u0000");
      assertThat(client.isClosed()).isTrue();
    }
    assertEndedBy(EndedBy.CLOCKWISE);
  }

  @Test
  void aFrameThatNeverEndsIsCut() throws Exception {
    backend.script(
        r -> {
          WebSocketPeer.accept(r, "\u0082\u007d only the beginning");
          r.awaitClose();
        });
    try (RawClient client = open()) {
      assertThat(client.text(21)).endsWith("beginning");
      proxy.shutdown(Duration.ofSeconds(20));
      assertThat(client.endsWithReset()).isTrue();
    }
    assertEndedBy(EndedBy.CLOCKWISE);
  }

  @Test
  void onlyTheTunnelsClockRunsAndItSaysSo() throws Exception {
    proxy.publish(
        c ->
            c.withLimits(Limits.idle(c.limits(), Duration.ofMillis(50)))
                .withTimeouts(
                    new TimeoutsConfig(
                        Duration.ofSeconds(2),
                        Duration.ofMillis(100),
                        Duration.ofMillis(100),
                        Duration.ofMillis(700))));
    long began = System.nanoTime();
    try (RawClient client = open()) {
      String idle = client.text(2 + 2 + 17);
      assertThat(System.nanoTime() - began).isGreaterThan(600_000_000L);
      assertThat(idle).isEqualTo("\u0088\u0013\u0003\u00e9idle for too long");
    }
    await().untilAsserted(this::assertQuiet);
  }

  @Test
  void aFinishedDirectionIsPassedOnAndTheOtherGoesOn() throws Exception {
    backend.script(
        r -> {
          WebSocketPeer.accept(r, "");
          r.awaitClose();
          r.write("\u0081\u0004late");
          r.close();
        });
    try (RawClient client = open()) {
      client.finish();
      assertThat(client.text(6)).isEqualTo("\u0081\u0004late");
      assertThat(client.isClosed()).isTrue();
    }
    assertEndedBy(EndedBy.COMPLETE);
  }

  @Test
  void aResetOfTheBackendIsOneForTheClient() throws Exception {
    CompletableFuture<ReceivedRequest> opened = new CompletableFuture<>();
    backend.script(
        r -> {
          WebSocketPeer.accept(r, "\u0081\u0001x");
          opened.complete(r);
        });
    try (RawClient client = open()) {
      assertThat(client.text(3)).endsWith("x");
      opened.get(10, TimeUnit.SECONDS).reset();
      assertThat(client.endsWithReset()).isTrue();
    }
    assertEndedBy(EndedBy.BACKEND);
  }

  @Test
  void aResetOfTheClientEndsTheBackendsSide() throws Exception {
    RawClient client = open();
    client.send("\u0081\u0080\0\0\0\0");
    assertThat(client.text(2)).isNotEmpty();
    client.reset();
    assertEndedBy(EndedBy.CLIENT);
  }

  @Test
  void aSlowClientHoldsTheBackendBack() throws Exception {
    AtomicLong written = new AtomicLong();
    int frame = 65_536;
    backend.script(
        r -> {
          WebSocketPeer.accept(r, "");
          for (int i = 0; i < 512; i++) {
            r.write("\u0082\u007f\0\0\0\0\0\1\0\0");
            r.write(new byte[frame]);
            written.addAndGet(frame);
          }
          r.close();
        });
    try (RawClient client = open()) {
      await()
          .during(Duration.ofMillis(300))
          .atMost(Duration.ofSeconds(10))
          .until(() -> written.get() > 0 && written.get() < 16L * 1024 * 1024);
      for (int i = 0; i < 512; i++) {
        assertThat(client.text(10)).isEqualTo("\u0082\u007f\0\0\0\0\0\1\0\0");
        client.exactly(frame);
      }
      assertThat(client.isClosed()).isTrue();
    }
    await().untilAsserted(this::assertQuiet);
  }

  /** Limits with another pause between requests. */
  private static final class Limits {
    static LimitsConfig idle(LimitsConfig l, Duration idle) {
      return new LimitsConfig(
          l.requestLine(),
          l.headers(),
          l.headerCount(),
          l.headTimeout(),
          l.bodyIdle(),
          idle,
          l.connections(),
          l.connectionsPerAddress(),
          l.target());
    }
  }
}
