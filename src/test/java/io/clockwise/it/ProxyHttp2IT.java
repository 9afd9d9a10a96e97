package io.clockwise.it;

import static io.clockwise.testkit.RawHttp2.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.ProxyProtocolConfig.Mode;
import io.clockwise.telemetry.ConnectionMeters.Cut;
import io.clockwise.telemetry.ConnectionMeters.Refusal;
import io.clockwise.testkit.ProxyHeader;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.RawHttp2;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestLimits;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HTTP/2 towards clients: both protocols on one port, the clocks of connections, and floods. */
@Timeout(60)
class ProxyHttp2IT {
  private static final int ENHANCE_YOUR_CALM = 0xb;
  private static final byte[] PING = frame(RawHttp2.PING, 0, 0, new byte[8]);

  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    proxy =
        TestProxy.start(
            TestConfig.of(backend).speaking(null, ListenerProtocol.H1, ListenerProtocol.H2C));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private long cut(Cut why) {
    return proxy.meters().connections().cuts(why);
  }

  private void times(Duration head, Duration idle) {
    proxy.publish(c -> c.withLimits(TestLimits.times(head, idle)));
  }

  @Test
  void bothProtocolsAreServedOnOnePort() throws IOException {
    try (RawClient old = proxy.connect();
        RawHttp2 client = RawHttp2.to(proxy.port())) {
      for (int i = 0; i < 3; i++) {
        assertThat(old.get("/" + i).status()).isEqualTo(200);
        assertThat(client.request(1 + 2 * i).until(RawHttp2.HEADERS).status()).isEqualTo("200");
        assertThat(client.until(RawHttp2.DATA).payload()).asString().isEqualTo("a");
      }
    }
    assertThat(backend.last().field("host")).contains("test");
    await().until(() -> proxy.clients() == 0 && proxy.inFlight() == 0);
  }

  @Test
  void aFirstRequestInPiecesIsUnderstood() throws IOException {
    for (String request :
        List.of(
            "GET / HTTP/1.1\r\nHost: test\r\n\r\n",
            "PROPFIND / HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\r\nab",
            "PRI / HTTP/1.1\r\nHost: test\r\n\r\n")) {
      try (RawClient client = proxy.connect()) {
        for (char octet : request.toCharArray()) {
          client.send(String.valueOf(octet)).awaitSilence(1);
        }
        assertThat(client.answer().status()).as(request).isEqualTo(200);
        assertThat(client.get("/next").status()).isEqualTo(200);
      }
    }
    try (RawClient client = proxy.connect()) {
      client.send("GET /1 HTTP/1.1\r\nHost: test\r\n\r\nGET /2 HTTP/1.1\r\nHost: test\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(backend.last().target()).isEqualTo("/2");
    }
  }

  @Test
  void anUpgradeToHttp2IsNotFollowed() throws IOException {
    try (RawClient client = proxy.connect()) {
      client.send(
          "GET / HTTP/1.1\r\nHost: test\r\nConnection: Upgrade, HTTP2-Settings\r\n"
              + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n");
      RawAnswer answer = client.answer();

      assertThat(answer.status()).isEqualTo(200);
      assertThat(backend.last().field("upgrade")).isEmpty();
      assertThat(backend.last().field("http2-settings")).isEmpty();
    }
  }

  @Test
  void whatIsNotSpokenIsRefused() throws IOException {
    proxy.publish(c -> c.speaking(null, ListenerProtocol.H2C));
    await()
        .untilAsserted(
            () -> {
              try (RawClient client = proxy.connect()) {
                assertThat(client.get("/").status()).isEqualTo(400);
                assertThat(client.isClosed()).isTrue();
              }
            });
    assertThat(proxy.meters().connections().refusals(Refusal.PROTOCOL)).isPositive();
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      assertThat(client.request(1).until(RawHttp2.HEADERS).status()).isEqualTo("200");
    }
    assertThat(backend.requests()).hasSize(1);
  }

  @Test
  void aSlowStartIsEnded() throws IOException {
    times(Duration.ofMillis(300), Duration.ofHours(1));
    try (RawHttp2 silent = RawHttp2.silent(proxy.port());
        RawHttp2 half = RawHttp2.silent(proxy.port()).send("PRI * HT".getBytes())) {
      assertThat(silent.untilClosed()).isEmpty();
      assertThat(half.untilClosed()).isEmpty();
    }
    assertThat(proxy.meters().connections().refusals(Refusal.TOO_SLOW)).isEqualTo(2);
    try (RawClient old = proxy.connect().send("G")) {
      assertThat(old.answer().status()).isEqualTo(408);
    }
    try (RawClient old = proxy.connect().send("GET / HTTP/1.1\r\nHost:")) {
      assertThat(old.answer().status()).isEqualTo(408);
    }
  }

  @Test
  void aHeadThatDoesNotEndIsEnded() throws IOException {
    times(Duration.ofMillis(300), Duration.ofHours(1));
    byte[] fields = RawHttp2.get();
    byte[] cutShort = java.util.Arrays.copyOf(frame(RawHttp2.HEADERS, 5, 1, fields), 12);
    for (byte[] unended : new byte[][] {cutShort, frame(RawHttp2.HEADERS, 1, 1, fields)}) {
      try (RawHttp2 client = RawHttp2.to(proxy.port()).send(unended)) {
        assertThat(client.until(RawHttp2.GOAWAY).error()).isEqualTo(ENHANCE_YOUR_CALM);
        assertThat(client.untilClosed()).isEmpty();
      }
    }
    assertThat(cut(Cut.SLOW_HEAD)).isEqualTo(2);
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      assertThat(client.request(1).until(RawHttp2.HEADERS).status()).isEqualTo("200");
    }
  }

  @Test
  void anIdleConnectionIsEndedWithAFarewell() throws IOException {
    times(Duration.ofSeconds(10), Duration.ofMillis(300));
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      assertThat(client.request(1).until(RawHttp2.HEADERS).status()).isEqualTo("200");
      assertThat(client.until(RawHttp2.GOAWAY).error()).isZero();
      assertThat(client.until(RawHttp2.GOAWAY).error()).isZero();
      assertThat(client.untilClosed()).isEmpty();
    }
  }

  @Test
  void floodsEndTheConnectionAndAreCounted() throws IOException {
    byte[] fields = RawHttp2.get();
    byte[] settings = frame(RawHttp2.SETTINGS, 0, 0);
    byte[] priority = frame(RawHttp2.PRIORITY, 0, 1, new byte[] {0, 0, 0, 3, 1});
    int floods = 0;
    for (byte[] free : new byte[][] {PING, settings, priority}) {
      try (RawHttp2 client = RawHttp2.to(proxy.port())) {
        client.flood(free, 30_000);
        client.untilClosed();
      }
      long expected = ++floods;
      await().until(() -> cut(Cut.FLOOD) == expected);
    }
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.send(frame(RawHttp2.HEADERS, 1, 1, fields));
      client.flood(frame(RawHttp2.CONTINUATION, 0, 1), 100);
      client.untilClosed();
    }
    await().until(() -> cut(Cut.FLOOD) == 4);
  }

  @Test
  void rapidResetsEndTheConnectionAndLeaveNothing() throws IOException {
    for (int round = 0; round < 5; round++) {
      try (RawHttp2 client = RawHttp2.to(proxy.port())) {
        for (int i = 0; i < 500; i++) {
          int stream = 1 + 2 * i;
          client.flood(frame(RawHttp2.HEADERS, 5, stream, RawHttp2.get()), 1);
          client.flood(frame(RawHttp2.RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8}), 1);
        }
        client.untilClosed();
      }
    }
    await().until(() -> cut(Cut.FLOOD) == 5 && proxy.inFlight() == 0);
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      long start = System.nanoTime();
      for (int i = 0; i < 100; i++) {
        client.request(1 + 2 * i).until(RawHttp2.DATA);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void fieldsBeyondTheLimitGet431() throws IOException {
    proxy.publish(c -> c.withLimits(TestLimits.headers(1024)));
    await()
        .untilAsserted(
            () -> {
              try (RawHttp2 client = RawHttp2.to(proxy.port())) {
                client.request(1, "x-much", "y".repeat(1100));
                assertThat(client.until(RawHttp2.HEADERS).status()).isEqualTo("431");
                assertThat(client.request(3).until(RawHttp2.HEADERS).status()).isEqualTo("200");
              }
            });
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.request(1, "x-much", "y".repeat(4000));
      client.until(RawHttp2.GOAWAY);
    }
    assertThat(backend.requests()).hasSize(1);
  }

  @Test
  void aBelievedHeaderComesBeforeEitherProtocol() throws IOException {
    proxy.publish(c -> c.believing(Mode.REQUIRED, ListenerProtocol.H1, ListenerProtocol.H2C));
    byte[] header = ProxyHeader.v1("TCP4 203.0.113.7 10.0.0.1 4000 8443");
    RawHttp2 fresh = RawHttp2.silent(proxy.port()).send(header);
    try (RawHttp2 client = RawHttp2.over(fresh.socket())) {
      assertThat(client.request(1).until(RawHttp2.HEADERS).status()).isEqualTo("200");
    }
    assertThat(backend.last().field("x-forwarded-for")).contains("203.0.113.7");
    try (RawClient old = proxy.connect().send(header)) {
      assertThat(old.get("/").status()).isEqualTo(200);
    }
  }

  @Test
  void fieldsOnAStreamThatTheClientHasEndedEndTheConnection() throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.request(3).until(RawHttp2.DATA);
      assertThat(client.request(3).until(RawHttp2.GOAWAY).error()).isEqualTo(5);
    }
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.request(5).until(RawHttp2.DATA);
      assertThat(client.request(3).until(RawHttp2.GOAWAY).error()).isEqualTo(1);
    }
    await().until(() -> cut(Cut.PROTOCOL_ERROR) == 2);
  }
}
