package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.SocketBind;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.RawHttp2;
import io.clockwise.testkit.RawHttp2.Frame;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestLimits;
import io.clockwise.testkit.TestProxy;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How connections of HTTP/2 end when their listener changes, goes, or Clockwise stops. */
@Timeout(60)
class ProxyDepartureHttp2IT {
  private static final SocketBind OTHER = new SocketBind("127.0.0.2", 0);
  private static final int ACK = 1;

  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    proxy = TestProxy.start(TestConfig.of(backend).speaking(null, ListenerProtocol.H2C), 2);
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private void speak(ListenerProtocol... protocols) {
    proxy.publish(c -> c.speaking(null, protocols));
  }

  private void remove() {
    int old = proxy.port();
    proxy.publish(c -> c.withListeners(OTHER));
    await().untilAsserted(() -> assertThatThrownBy(() -> RawClient.to(old)).isNotNull());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void streamsAreServedUntilTheClientHasSeenTheGoodbye() throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      assertThat(client.request(1).until(RawHttp2.HEADERS).status()).isEqualTo("200");
      speak(ListenerProtocol.H1, ListenerProtocol.H2C);
      Frame goodbye = client.until(RawHttp2.GOAWAY);
      assertThat(lastStream(goodbye)).isEqualTo(Integer.MAX_VALUE);
      assertThat(goodbye.error()).isZero();
      Frame ping = client.until(RawHttp2.PING);
      assertThat(client.request(3).until(RawHttp2.HEADERS).status()).isEqualTo("200");
      client.send(RawHttp2.frame(RawHttp2.PING, ACK, 0, ping.payload()));
      List<Frame> rest = client.untilClosed();
      assertThat(rest)
          .filteredOn(frame -> frame.type() == RawHttp2.GOAWAY)
          .singleElement()
          .satisfies(last -> assertThat(lastStream(last)).isEqualTo(3));
    }
  }

  private static int lastStream(Frame goAway) {
    byte[] p = goAway.payload();
    return (p[0] & 0x7f) << 24 | (p[1] & 0xff) << 16 | (p[2] & 0xff) << 8 | p[3] & 0xff;
  }

  @Test
  void aRunningStreamEndsBeforeItsConnection() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    backend.script(
        r -> {
          if (r.target().equals("/")) {
            awaitQuietly(go);
          }
          r.answer(200, "whole".getBytes());
        });
    proxy.publish(c -> c.withGrace(Duration.ofMillis(100)));
    try (RawHttp2 client = RawHttp2.to(proxy.port()).request(1)) {
      await().until(() -> proxy.inFlight() == 1);
      speak(ListenerProtocol.H1);
      client.until(RawHttp2.GOAWAY);
      client.send(RawHttp2.frame(RawHttp2.PING, ACK, 0, client.until(RawHttp2.PING).payload()));
      assertThat(lastStream(client.until(RawHttp2.GOAWAY))).isEqualTo(1);
      await()
          .ignoreExceptions() // of the listener before
          .untilAsserted(() -> assertThat(askElse().status()).isEqualTo(200));
      go.countDown();
      assertThat(client.until(RawHttp2.HEADERS).status()).isEqualTo("200");
      assertThat(new String(client.until(RawHttp2.DATA).payload())).isEqualTo("whole");
      assertThat(client.untilClosed()).noneMatch(frame -> frame.type() == RawHttp2.RST_STREAM);
    }
  }

  private RawAnswer askElse() throws IOException {
    try (RawClient client = proxy.connect()) {
      return client.get("/else");
    }
  }

  @Test
  void anIdleClientOfHttp2IsClosedAfterTheGrace() throws IOException {
    proxy.publish(c -> c.withGrace(Duration.ofMillis(300)));
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      assertThat(client.request(1).until(RawHttp2.HEADERS).status()).isEqualTo("200");
      remove();
      assertThat(client.untilClosed()) // it does not answer the PING
          .filteredOn(frame -> frame.type() == RawHttp2.GOAWAY)
          .extracting(ProxyDepartureHttp2IT::lastStream)
          .containsExactly(Integer.MAX_VALUE, 1);
    }
  }

  @Test
  void otherLimitsAreThoseOfNewStreamConnections() throws IOException {
    try (RawHttp2 kept = RawHttp2.to(proxy.port())) {
      assertThat(kept.request(1).until(RawHttp2.HEADERS).status()).isEqualTo("200");
      proxy.publish(c -> c.withLimits(TestLimits.headers(300)));
      String more = "v".repeat(120); // a little more than fits
      await()
          .untilAsserted(
              () -> {
                try (RawHttp2 client = RawHttp2.to(proxy.port())) {
                  assertThat(client.request(1, "x-long", more).until(RawHttp2.HEADERS).status())
                      .isEqualTo("431");
                }
              });
      assertThat(kept.request(3, "x-long", more).until(RawHttp2.HEADERS).status()).isEqualTo("200");
      assertThat(kept.request(5).until(RawHttp2.HEADERS).status()).isEqualTo("200");
    }
  }

  @Test
  void aStopServesStreamsThatAreUnderWay() throws Exception {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      assertThat(client.request(1).until(RawHttp2.HEADERS).status()).isEqualTo("200");
      Future<?> stopped = proxy.shutdown(Duration.ofSeconds(1));
      assertThat(lastStream(client.until(RawHttp2.GOAWAY))).isEqualTo(Integer.MAX_VALUE);
      assertThat(client.request(3).until(RawHttp2.HEADERS).status()).isEqualTo("200");
      assertThat(stopped.isComplete()).isFalse();
      assertThat(client.untilClosed())
          .filteredOn(frame -> frame.type() == RawHttp2.GOAWAY)
          .extracting(ProxyDepartureHttp2IT::lastStream)
          .containsExactly(3);
      await().until(stopped::succeeded);
    }
  }

  @Test
  void anIdleHttp2ClientHearsBeforeItIsClosed() throws IOException {
    proxy.publish(
        c -> c.withLimits(TestLimits.times(Duration.ofSeconds(5), Duration.ofMillis(300))));
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.request(1).until(RawHttp2.HEADERS);
      assertThat(lastStream(client.until(RawHttp2.GOAWAY))).isEqualTo(Integer.MAX_VALUE);
      assertThat(client.request(3).until(RawHttp2.HEADERS).status()).isEqualTo("200");
      assertThat(client.untilClosed())
          .filteredOn(frame -> frame.type() == RawHttp2.GOAWAY)
          .extracting(ProxyDepartureHttp2IT::lastStream)
          .containsExactly(3);
    }
  }
}
