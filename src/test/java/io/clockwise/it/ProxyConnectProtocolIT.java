package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ListenerConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.ProxyProtocolConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.testkit.Http2Peer;
import io.clockwise.testkit.Http2Stream;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.WebSocketPeer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** WebSocket over HTTP/2 (RFC 8441) in front, over HTTP/1.1 behind. */
class ProxyConnectProtocolIT {
  private TestBackend backend;
  private TestProxy proxy;
  private Http2Peer client;

  @BeforeEach
  void start() throws Exception {
    backend = TestBackend.start("a").script(WebSocketPeer::echo);
    ListenerConfig listener =
        new ListenerConfig(
            new SocketBind("127.0.0.1", 0),
            List.of(ListenerProtocol.H2C),
            ProxyProtocolConfig.OFF,
            null);
    proxy = TestProxy.start(TestConfig.of(backend).withListeners(List.of(listener)));
    client = Http2Peer.client(proxy.port());
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    proxy.close();
    backend.close();
  }

  private Http2Stream connect(String... more) throws InterruptedException {
    String[] fields = {
      ":method",
      "CONNECT",
      ":protocol",
      "websocket",
      ":scheme",
      "http",
      ":path",
      "/chat",
      ":authority",
      "t",
      "sec-websocket-version",
      "13",
      "sec-websocket-extensions",
      "permessage-deflate",
      "sec-websocket-key",
      "none of the client's"
    };
    String[] all = java.util.Arrays.copyOf(fields, fields.length + more.length);
    System.arraycopy(more, 0, all, fields.length, more.length);
    return client.open(false, all);
  }

  private void assertQuiet() {
    assertThat(proxy.inFlight()).isZero();
    assertThat(proxy.inFlight(backend)).isZero();
    assertThat(backend.open()).isZero();
  }

  @Test
  void theSettingSaysThatItIsUnderstood() throws InterruptedException {
    assertThat(client.settings().get('\u0008')).isEqualTo(1);
  }

  @Test
  void aStreamBecomesAnUpgradeAndBack() throws Exception {
    Http2Stream stream = connect("origin", "http://t");
    assertThat(stream.next())
        .contains("[:status: 200]", "[sec-websocket-extensions: permessage-deflate]")
        .doesNotContain("sec-websocket-accept")
        .doesNotContain("upgrade");
    stream.send(false, "\u0081\u0003abc");
    assertThat(stream.data(5)).isEqualTo("\u0081\u0003abc");
    ReceivedRequest seen = backend.last();
    assertThat(seen.method()).isEqualTo("GET");
    assertThat(seen.target()).isEqualTo("/chat");
    assertThat(seen.field("upgrade")).hasValue("websocket");
    assertThat(seen.field("connection")).hasValue("upgrade");
    assertThat(seen.field("origin")).hasValue("http://t");
    assertThat(seen.fields("sec-websocket-key")).hasSize(1);
    assertThat(seen.field("sec-websocket-key").orElseThrow()).hasSize(24);
    stream.send(true, "");
    assertThat(stream.next()).isEqualTo("END");
    await().untilAsserted(this::assertQuiet);
    assertThat(proxy.records().get(0).result().status()).isEqualTo(200);
    assertThat(proxy.records().get(0).result().requestBytes()).isEqualTo(5);
  }

  @Test
  void aRefusalIsPassedOnAndTheConnectionServesOn() throws InterruptedException {
    backend.script(r -> r.answer(r.target().equals("/chat") ? 403 : 200, new byte[] {'n'}));
    Http2Stream stream = connect();
    assertThat(stream.next()).contains("[:status: 403]");
    Http2Stream next =
        client.open(true, ":method", "GET", ":scheme", "http", ":path", "/x", ":authority", "t");
    assertThat(next.next()).contains("[:status: 200]");
  }

  /** The backend would take the next request on its connection for the body. */
  @Test
  void aBodyCannotBePromised() throws InterruptedException {
    assertThat(connect("content-length", "26").next()).contains("[:status: 400]");
    assertThat(connect("content-length", "0").next()).contains("[:status: 400]");
    assertThat(backend.requests()).isEmpty();
  }

  @Test
  void successWithoutAnUpgradeIsNoSuccess() throws InterruptedException {
    backend.script(r -> r.answer(200, new byte[0]));
    assertThat(connect().next()).contains("[:status: 502]");
  }

  @Test
  void anotherProtocolIsNotServed() throws InterruptedException {
    Http2Stream stream =
        client.open(
            false,
            ":method",
            "CONNECT",
            ":protocol",
            "connect-udp",
            ":scheme",
            "http",
            ":path",
            "/x",
            ":authority",
            "t");
    assertThat(stream.next()).contains("[:status: 501]");
    assertThat(backend.requests()).isEmpty();
  }

  @Test
  void plainConnectIsNotServed() throws InterruptedException {
    Http2Stream stream = client.open(false, ":method", "CONNECT", ":authority", "t:80");
    assertThat(stream.next()).contains("[:status: 405]");
  }

  @Test
  void aResetOfTheStreamEndsTheBackendsSide() throws InterruptedException {
    Http2Stream stream = connect();
    assertThat(stream.next()).contains("200");
    stream.reset(8);
    await().untilAsserted(this::assertQuiet);
  }

  @Test
  void aResetOfTheBackendIsOneOfTheStream() throws Exception {
    CompletableFuture<ReceivedRequest> opened = new CompletableFuture<>();
    backend.script(
        r -> {
          WebSocketPeer.accept(r, "\u0081\u0001x");
          opened.complete(r);
        });
    Http2Stream stream = connect();
    assertThat(stream.next()).contains("200");
    assertThat(stream.data(3)).isEqualTo("\u0081\u0001x");
    opened.get(10, TimeUnit.SECONDS).reset();
    assertThat(stream.next()).isEqualTo("RST 8");
  }

  @Test
  void stopSaysGoodbye() throws InterruptedException {
    Http2Stream stream = connect();
    assertThat(stream.next()).contains("200");
    proxy.shutdown(Duration.ofSeconds(20));
    assertThat(stream.data(19)).isEqualTo("\u0088\u0011\u0003\u00e9the proxy stops");
    stream.send(true, "\u0088\u0082\0\0\0\0\u0003\u00e9");
    await().untilAsserted(this::assertQuiet);
  }
}
