package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.Protocol;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.proxy.policy.upgrade.WebSocketHandshake;
import io.clockwise.testkit.Http2Peer;
import io.clockwise.testkit.Http2Stream;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestLimits;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.WebSocketPeer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** WebSocket to backends by HTTP/2 (RFC 8441), from clients by either version. */
@Timeout(60)
class ProxyConnectBackendIT {
  private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

  private Http2Peer backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws Exception {
    backend = Http2Peer.serverOfWebSockets();
    proxy =
        TestProxy.start(
            TestConfig.of()
                .withBackends(List.of(at(backend)))
                .withConnections(ConnectionsConfig.DEFAULT.withProtocol(Protocol.H2))
                .speaking(null, ListenerProtocol.H1, ListenerProtocol.H2C));
  }

  @AfterEach
  void stop() {
    proxy.close();
    backend.close();
  }

  private static BackendConfig at(Http2Peer peer) {
    return new BackendConfig(
        "p", new BackendAddress("127.0.0.1", peer.port()), 1, AdminState.READY);
  }

  private static Http2Stream connect(Http2Peer client) throws InterruptedException {
    return client.open(
        false,
        ":method",
        "CONNECT",
        ":protocol",
        "websocket",
        ":scheme",
        "http",
        ":path",
        "/chat?a=b",
        ":authority",
        "t");
  }

  private void assertQuiet() {
    assertThat(proxy.inFlight()).isZero();
    assertThat(proxy.meters().backend(TestConfig.POOL, "p").inFlight()).isZero();
  }

  @Test
  void anUpgradeBecomesAStreamAndBack() throws Exception {
    try (RawClient client = proxy.connect()) {
      client.send(WebSocketPeer.ASK);
      Http2Stream stream = backend.next();
      assertThat(stream.next())
          .contains("[:method: CONNECT]", "[:protocol: websocket]", "[:scheme: http]")
          .contains("[:path: /chat]", "[:authority: t]", "[sec-websocket-version: 13]")
          .contains("[sec-websocket-extensions: permessage-deflate]", "[via: 1.1 ")
          .doesNotContain("sec-websocket-key", "upgrade", "connection", "transfer-encoding");
      stream.head(false, ":status", "200", "sec-websocket-protocol", "x");
      RawAnswer answer = client.head();
      assertThat(answer.status()).isEqualTo(101);
      assertThat(answer.field("upgrade")).hasValue("websocket");
      assertThat(answer.field("connection")).hasValue("upgrade");
      assertThat(answer.field("sec-websocket-protocol")).hasValue("x");
      assertThat(answer.field("sec-websocket-accept")).hasValue(WebSocketHandshake.accept(KEY));
      assertThat(answer.field("via").orElseThrow()).startsWith("2.0 ");
      client.send("\u0081\u0003abc");
      assertThat(stream.data(5)).isEqualTo("\u0081\u0003abc");
      stream.send(false, "\u0081\u0001d");
      assertThat(client.text(3)).isEqualTo("\u0081\u0001d");
      client.finish();
      assertThat(stream.next()).isEqualTo("END");
      stream.send(true, "\u0081\u0001e");
      assertThat(client.text(3)).isEqualTo("\u0081\u0001e");
      assertThat(client.isClosed()).isTrue();
    }
    await().untilAsserted(this::assertQuiet);
    assertThat(proxy.records().get(0).result().status()).isEqualTo(101);
    assertThat(proxy.records().get(0).result().requestBytes()).isEqualTo(5);
    assertThat(proxy.records().get(0).result().responseBytes()).isEqualTo(6);
  }

  @Test
  void aStreamStaysOne() throws Exception {
    try (Http2Peer client = Http2Peer.client(proxy.port())) {
      Http2Stream asked = connect(client);
      Http2Stream stream = backend.next();
      assertThat(stream.next()).contains("[:protocol: websocket]", "[:path: /chat?a=b]");
      stream.head(false, ":status", "200");
      assertThat(asked.next()).contains("[:status: 200]").doesNotContain("sec-websocket-accept");
      String much = "x".repeat(200_000);
      asked.send(false, much);
      assertThat(stream.data(much.length())).isEqualTo(much);
      stream.send(true, much);
      assertThat(asked.data(much.length())).isEqualTo(much);
      assertThat(asked.next()).isEqualTo("END");
      asked.send(true, "");
      assertThat(stream.next()).isEqualTo("END");
    }
    await().untilAsserted(this::assertQuiet);
  }

  /** The block of fields is written by hand in part: what is remembered of it must stay right. */
  @Test
  void requestsBesideItAreUnderstood() throws Exception {
    try (Http2Peer client = Http2Peer.client(proxy.port())) {
      for (int i = 0; i < 3; i++) {
        Http2Stream asked = connect(client);
        Http2Stream tunnel = backend.next();
        assertThat(tunnel.next()).contains("[:method: CONNECT][:", "[:protocol: websocket]");
        tunnel.head(false, ":status", "200");
        assertThat(asked.next()).contains("[:status: 200]");
        Http2Stream plain =
            client.open(
                true, ":method", "GET", ":scheme", "http", ":path", "/" + i, ":authority", "t");
        Http2Stream seen = backend.next();
        assertThat(seen.next())
            .contains("[:method: GET]", "[:path: /" + i + "]")
            .doesNotContain("protocol");
        seen.head(true, ":status", "204");
        assertThat(plain.next()).contains("[:status: 204]");
      }
    }
    await().untilAsserted(this::assertQuiet);
  }

  @Test
  void aRefusalIsPassedOnAndItsStreamEnds() throws Exception {
    try (RawClient client = proxy.connect()) {
      client.send(WebSocketPeer.ASK);
      Http2Stream stream = backend.next();
      assertThat(stream.next()).contains("CONNECT");
      stream.head(false, ":status", "403").send(true, "no");
      RawAnswer answer = client.answer();
      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.text()).isEqualTo("no");
      assertThat(stream.next()).isEqualTo("END");
      client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n");
      backend.next().head(true, ":status", "204");
      assertThat(client.answer().status()).isEqualTo(204);
    }
    await().untilAsserted(this::assertQuiet);
  }

  @Test
  void resetsPass() throws Exception {
    try (Http2Peer client = Http2Peer.client(proxy.port())) {
      Http2Stream asked = connect(client);
      Http2Stream stream = backend.next();
      assertThat(stream.next()).contains("CONNECT");
      stream.head(false, ":status", "200");
      assertThat(asked.next()).contains("200");
      asked.reset(8);
      assertThat(stream.next()).isEqualTo("RST 8");

      asked = connect(client);
      stream = backend.next();
      stream.head(false, ":status", "200");
      assertThat(asked.next()).contains("200");
      stream.reset(8);
      assertThat(asked.next()).isEqualTo("RST 8");
    }
    await().untilAsserted(this::assertQuiet);
  }

  @Test
  void aBackendThatGoesBreaksIt() throws Exception {
    try (RawClient client = proxy.connect()) {
      client.send(WebSocketPeer.ASK);
      backend.next().head(false, ":status", "200");
      assertThat(client.head().status()).isEqualTo(101);
      backend.cut();
      assertThat(client.endsWithReset()).isTrue();
    }
    await().untilAsserted(this::assertQuiet);
  }

  @Test
  void stopSaysGoodbyeToBoth() throws Exception {
    try (RawClient client = proxy.connect()) {
      client.send(WebSocketPeer.ASK);
      Http2Stream stream = backend.next();
      assertThat(stream.next()).contains("CONNECT");
      stream.head(false, ":status", "200");
      assertThat(client.head().status()).isEqualTo(101);
      proxy.shutdown(Duration.ofSeconds(20));
      assertThat(stream.data(23)).startsWith("\u0088\u0091"); // masked
      assertThat(client.text(19)).isEqualTo("\u0088\u0011\u0003\u00e9the proxy stops");
      stream.send(true, "\u0088\u0002\u0003\u00e9");
      client.send("\u0088\u0082\0\0\0\0\u0003\u00e9");
      assertThat(client.isClosed()).isTrue();
    }
    await().untilAsserted(this::assertQuiet);
  }

  @Test
  void aBackendMayHaveEnough() throws Exception {
    proxy.publish(
        c ->
            c.withConnections(
                new ConnectionsConfig(
                    8,
                    ConnectionsConfig.OnFull.FAIL,
                    8,
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(4),
                    1,
                    Protocol.H2,
                    ConnectionsConfig.ProxyProtocol.OFF)));
    try (RawClient first = proxy.connect();
        RawClient second = proxy.connect()) {
      first.send(WebSocketPeer.ASK);
      Http2Stream stream = backend.next();
      stream.head(false, ":status", "200");
      assertThat(first.head().status()).isEqualTo(101);
      assertThat(second.send(WebSocketPeer.ASK).answer().status()).isEqualTo(503);
      stream.send(true, "");
      first.finish();
      await().untilAsserted(this::assertQuiet);
      second.send(WebSocketPeer.ASK);
      backend.next().head(false, ":status", "200");
      assertThat(second.head().status()).isEqualTo(101);
    }
  }

  @Test
  void aBackendThatDoesNotOfferItIsNotAsked() throws Exception {
    try (Http2Peer other = Http2Peer.server();
        RawClient client = proxy.connect()) {
      proxy.publish(c -> c.withBackends(List.of(at(other))));
      RawAnswer answer = client.send(WebSocketPeer.ASK).answer();
      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.text()).contains("no WebSocket over HTTP/2");
      client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n");
      other.next().head(true, ":status", "204");
      assertThat(client.answer().status()).isEqualTo(204);
    }
  }

  @Test
  void aHeadThatFillsAFrameIsRefused() throws IOException, InterruptedException {
    proxy.publish(c -> c.withLimits(TestLimits.headers(64 * 1024)));
    String much = "X-Much: " + "y".repeat(20_000) + "\r\n\r\n";
    String ask = WebSocketPeer.ASK.substring(0, WebSocketPeer.ASK.length() - 2) + much;
    await()
        .untilAsserted(
            () -> {
              try (RawClient client = proxy.connect()) {
                RawAnswer answer = client.send(ask).answer();
                assertThat(answer.status()).isEqualTo(431);
                assertThat(answer.text()).contains("frame");
              }
            });
    try (RawClient client = proxy.connect()) {
      client.send("GET /next HTTP/1.1\r\nHost: t\r\n\r\n");
      Http2Stream seen = backend.next();
      String head = seen.next();
      while (!head.contains("/next")) {
        seen = backend.next();
        head = seen.next();
      }
      seen.head(true, ":status", "204");
      assertThat(client.answer().status()).isEqualTo(204);
    }
  }
}
