package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.telemetry.accesslog.EndedBy;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.WebSocketPeer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The opening handshake of WebSocket over HTTP/1.1, byte by byte. */
class ProxyUpgradeIT {
  private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    proxy = TestProxy.start(TestConfig.of(backend));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private static byte[] exactly(ReceivedRequest request, int length) throws IOException {
    byte[] bytes = new byte[length];
    int count = 0;
    while (count < length) {
      byte[] part = new byte[length - count];
      int n = request.readSome(part);
      System.arraycopy(part, 0, bytes, count, n);
      count += n;
    }
    return bytes;
  }

  private void assertQuiet() {
    assertThat(proxy.inFlight()).isZero();
    assertThat(proxy.inFlight(backend)).isZero();
    assertThat(proxy.clients()).isZero();
    assertThat(backend.open()).isZero();
  }

  @Test
  void bothSidesAreJoinedWhenTheBackendAgrees() throws IOException {
    backend.script(
        r -> {
          WebSocketPeer.accept(r, "with the head");
          r.write(exactly(r, 5));
          r.awaitClose();
        });
    try (RawClient client = proxy.connect()) {
      RawAnswer answer = client.send(WebSocketPeer.ASK).head();
      assertThat(answer.status()).isEqualTo(101);
      assertThat(answer.field("upgrade")).hasValue("websocket");
      assertThat(answer.field("connection")).hasValue("upgrade");
      assertThat(answer.field("sec-websocket-accept")).hasValue("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
      assertThat(answer.field("sec-websocket-extensions")).hasValue("permessage-deflate");
      assertThat(client.text(13)).isEqualTo("with the head");
      client.send("\u0081\u0003abc");
      assertThat(client.text(5)).isEqualTo("\u0081\u0003abc");
      assertThat(backend.last().field("connection")).hasValue("upgrade");
      assertThat(backend.last().field("upgrade")).hasValue("websocket");
      assertThat(backend.last().field("sec-websocket-extensions")).hasValue("permessage-deflate");
      assertThat(backend.last().field("sec-websocket-key")).hasValue(KEY);
      assertThat(backend.last().field("x-forwarded-for")).hasValue("127.0.0.1");
    }
    await().untilAsserted(this::assertQuiet);
    assertThat(proxy.records().get(0).result().status()).isEqualTo(101);
    assertThat(proxy.records().get(0).result().requestBytes()).isEqualTo(5);
    assertThat(proxy.records().get(0).result().responseBytes()).isEqualTo(18);
    assertThat(proxy.records().get(0).result().endedBy()).isEqualTo(EndedBy.COMPLETE);
  }

  @Test
  void bytesBehindTheRequestAreNotLost() throws IOException {
    backend.script(WebSocketPeer::echo);
    try (RawClient client = proxy.connect()) {
      client.send(WebSocketPeer.ASK + "\u0082\u0002xy");
      assertThat(client.head().status()).isEqualTo(101);
      assertThat(client.text(4)).isEqualTo("\u0082\u0002xy");
    }
    await().untilAsserted(this::assertQuiet);
  }

  @Test
  void aRefusedUpgradeIsAnAnswerLikeAnyOther() throws IOException {
    backend.script(r -> r.answer(r.target().equals("/chat") ? 403 : 200, new byte[] {'n', 'o'}));
    try (RawClient client = proxy.connect()) {
      assertThat(client.send(WebSocketPeer.ASK).answer().status()).isEqualTo(403);
      assertThat(client.get("/next").status()).isEqualTo(200);
      client.send(WebSocketPeer.ASK + "GET /behind HTTP/1.1\r\nHost: t\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(403);
      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(backend.last().target()).isEqualTo("/behind");
      assertThat(client.send(WebSocketPeer.ASK).answer().status()).isEqualTo(403);
    }
    assertThat(backend.accepted()).isLessThanOrEqualTo(2); // one that came back is handed on later
  }

  @Test
  void aRequestBeforeTheUpgradeIsAnsweredFirst() throws IOException {
    backend.script(
        r -> {
          if (r.target().equals("/chat")) {
            WebSocketPeer.echo(r);
          } else {
            r.answer(200, new byte[] {'1'});
          }
        });
    try (RawClient client = proxy.connect()) {
      client.send("GET /first HTTP/1.1\r\nHost: t\r\n\r\n" + WebSocketPeer.ASK + "\u0081\u0001x");
      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(client.head().status()).isEqualTo(101);
      assertThat(client.text(3)).isEqualTo("\u0081\u0001x");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Connection: Upgrade\r\nUpgrade: websocket, h2c\r\n",
        "Connection: Upgrade\r\nUpgrade: websocket\r\nUpgrade: h2c\r\n",
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n",
        "Connection: Upgrade\r\nUpgrade: tcp\r\n",
        "Connection: keep-alive\r\nUpgrade: websocket\r\n",
        "Upgrade: websocket\r\n",
        "Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 0\r\n",
      })
  void anyOtherUpgradeIsNotPassedOn(String fields) throws IOException {
    try (RawClient client = proxy.connect()) {
      String ask = "GET /x HTTP/1.1\r\nHost: t\r\nSec-WebSocket-Key: " + KEY + "\r\n";
      assertThat(client.send(ask + fields + "\r\n").answer().status()).isEqualTo(200);
      assertThat(backend.last().field("upgrade")).isEmpty();
      assertThat(backend.last().field("connection")).isEmpty();
      assertThat(backend.last().field("http2-settings")).isEmpty();
      assertThat(client.get("/next").status()).isEqualTo(200);
    }
  }

  @Test
  void anotherMethodIsNotPassedOnAsAnUpgrade() throws IOException {
    try (RawClient client = proxy.connect()) {
      assertThat(client.send(WebSocketPeer.ASK.replace("GET", "POST")).answer().status())
          .isEqualTo(200);
      assertThat(backend.last().field("upgrade")).isEmpty();
    }
  }

  @Test
  void aHandshakeWithoutAValidKeyIsRefused() throws IOException {
    try (RawClient client = proxy.connect()) {
      assertThat(client.send(WebSocketPeer.ASK.replace(KEY, "short")).answer().status())
          .isEqualTo(400);
    }
    assertThat(backend.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: AAAA\r\n",
        "Upgrade: websocket\r\nConnection: Upgrade\r\n",
        "Upgrade: h2c\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
            + "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n",
        "Upgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n",
      })
  void aWrongAgreementIsABadAnswer(String fields) throws IOException {
    backend.script(
        r -> {
          if (r.target().equals("/chat")) {
            r.write("HTTP/1.1 101 Up\r\n" + fields + "\r\n");
          } else {
            r.answer(200, new byte[0]);
          }
        });
    try (RawClient client = proxy.connect()) {
      RawAnswer answer = client.send(WebSocketPeer.ASK).answer();
      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.field("proxy-status")).hasValue("clockwise; error=http_protocol_error");
      assertThat(client.get("/next").status()).isEqualTo(200);
    }
    assertThat(backend.accepted()).isEqualTo(2);
  }

  @Test
  void anUpgradeThatNobodyAnsweredIsTriedElsewhere() throws IOException {
    try (TestBackend other = TestBackend.start("b")) {
      for (TestBackend each : new TestBackend[] {backend, other}) {
        each.script(
            r -> {
              if (backend.requests().size() + other.requests().size() == 1) {
                r.reset();
              } else {
                WebSocketPeer.echo(r);
              }
            });
      }
      try (TestProxy two = TestProxy.start(TestConfig.of(backend, other));
          RawClient client = two.connect()) {
        assertThat(client.send(WebSocketPeer.ASK).head().status()).isEqualTo(101);
        client.send("\u0081\u0001x");
        assertThat(client.text(3)).isEqualTo("\u0081\u0001x");
      }
      assertThat(backend.requests()).hasSize(1);
      assertThat(other.requests()).hasSize(1);
    }
  }
}
