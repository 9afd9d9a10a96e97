package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.model.FailureKind;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of backends that are not passed on. */
class ProxyAnswerRulesIT {
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 101 Up\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
        "HTTP/1.1 20000 X\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 600 X\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 99 X\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 -200 X\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 abc X\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 X\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 X\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        "HTTP/1.1 200 X\r\nContent-Length: 3, 4\r\n\r\nabcd",
        "HTTP/1.1 200 X\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 X\r\nContent-Length: +3\r\n\r\nabc",
        "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 X\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 X\r\nTransfer-Encoding: gzip\r\n\r\nabc",
        "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.0 200 X\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 X\r\nX-A: a\0b\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 X\r\nX-A: a\rb\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 X\r\n: b\r\nContent-Length: 0\r\n\r\n",
        "HTTP/2.0 200 X\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 +200 X\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 0200 X\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1  200 X\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 a\0b\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 a\u0007\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 a\u007f\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 X\r\nX-A Y: b\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 X\r\nX-A: b\r\n c\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.0 200 X\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        "HTTP/1.0 200 X\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "\r\nHTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 103 E\r\nX-A Y: b\r\n\r\nHTTP/1.1 200 X\r\nContent-Length: 0\r\n\r\n",
      })
  void aMalformedAnswerIs502AndEndsTheBackendsConnection(String bytes) throws IOException {
    backend.script(
        r -> {
          if (r.target().equals("/bad")) {
            r.write(bytes);
            r.awaitClose();
          } else {
            r.answer(200, new byte[] {'o'});
          }
        });
    try (RawClient client = proxy.connect()) {
      RawAnswer answer = client.get("/bad");
      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.field("proxy-status")).hasValue("clockwise; error=http_protocol_error");
      assertThat(answer.field("x-a")).isEmpty();
      await().until(() -> backend.open() == 0);
      assertThat(client.get("/next").text()).isEqualTo("o");
    }
    assertThat(backend.accepted()).isEqualTo(2);
    assertThat(proxy.records().get(0).result().failure()).isEqualTo(FailureKind.BAD_RESPONSE);
  }

  /** RFC 9112 section 5.1: in an answer, a proxy takes it away. */
  @Test
  void aBlankBeforeAColonDoesNotReachTheClient() throws IOException {
    backend.script(r -> r.write("HTTP/1.1 200 X\r\nX-A : b\r\nContent-Length: 0\r\n\r\n"));
    try (RawClient client = proxy.connect()) {
      assertThat(client.get("/x").field("x-a")).hasValue("b");
    }
  }

  @Test
  void aHeadMayComeInAnyParts() throws IOException {
    String answer =
        "HTTP/1.1 103 E\r\nX-A: b\r\n\r\nHTTP/1.1 200 X\r\nX-B: "
            + "b".repeat(9000)
            + "\r\nContent-Length: 2\r\n\r\nok";
    for (int part : new int[] {1, 37, 4096}) {
      backend.script(
          r -> {
            for (int at = 0; at < answer.length(); at += part) {
              r.write(answer.substring(at, Math.min(answer.length(), at + part)));
            }
          });
      try (RawClient client = proxy.connect()) {
        client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n");
        assertThat(client.head().status()).isEqualTo(103);
        assertThat(client.answer().text()).isEqualTo("ok");
      }
    }
  }

  @Test
  void aHeadBeyondItsLimitsIs502() throws IOException {
    backend.script(
        r -> {
          r.write("HTTP/1.1 200 X\r\nX-A: " + "a".repeat(100_000));
          r.awaitClose();
        });
    try (RawClient client = proxy.connect()) {
      assertThat(client.get("/x").status()).isEqualTo(502);
    }
    await().until(() -> backend.open() == 0);
  }

  @Test
  void bytesBehindAnAnswerWithoutBodyReachNobody() throws IOException {
    for (String head : new String[] {"204 No", "304 Not"}) {
      backend.script(
          r -> {
            if (r.target().equals("/bad")) {
              r.write("HTTP/1.1 " + head + "\r\n\r\nHTTP/1.1 200 X\r\nContent-Length: 1\r\n\r\nX");
              r.awaitClose();
            } else {
              r.answer(200, new byte[] {'o'});
            }
          });
      try (RawClient client = proxy.connect()) {
        assertThat(client.get("/bad").status()).isIn(204, 304);
        assertThat(client.get("/next").text()).isEqualTo("o");
        assertThat(client.get("/next").text()).isEqualTo("o");
      }
    }
  }

  /** What is no whole message must not become the beginning of the next answer. */
  @ParameterizedTest
  @CsvSource({
    "HEAD, 200 OK, evil",
    "HEAD, 200 OK, HTTP/1.1 200 OK^X-Evil: ",
    "GET, 304 Not, evil",
    "GET, 204 No, HTTP/1.1 200 OK^X-Evil: ",
    "GET, 200 OK, ev",
  })
  void aRestOfBytesBehindAnAnswerReachesNobody(String method, String status, String rest)
      throws IOException {
    boolean body = status.startsWith("200") && method.equals("GET");
    for (boolean apart : new boolean[] {false, true}) {
      CompletableFuture<Void> answered = new CompletableFuture<>();
      backend.script(
          r -> {
            if (r.target().equals("/bad")) {
              r.write(
                  "HTTP/1.1 " + status + "\r\nContent-Length: 4\r\n\r\n" + (body ? "good" : ""));
              if (apart) {
                answered.join();
              }
              r.write(rest.replace("^", "\r\n"));
              r.awaitClose();
            } else {
              r.answer(200, new byte[] {'o'});
            }
          });
      try (RawClient client = proxy.connect()) {
        client.send(method + " /bad HTTP/1.1\r\nHost: t\r\n\r\n");
        assertThat((body ? client.answer() : client.head()).statusLine()).contains(status);
        answered.complete(null);
        await().until(() -> backend.open() == 0);
        RawAnswer next = client.get("/next");
        assertThat(next.text()).isEqualTo("o");
        assertThat(next.field("x-evil")).isEmpty();
      }
    }
  }

  @Test
  void aMalformedChunkCutsTheAnswer() throws IOException {
    backend.script(
        r -> {
          r.write("HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n");
          r.awaitClose();
        });
    try (RawClient client = proxy.connect()) {
      client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n");
      assertThat(client.head().status()).isEqualTo(200);
      assertThat(client.text(8)).isEqualTo("3\r\nabc\r\n");
      assertThat(client.isClosed()).isTrue();
    }
    await().until(() -> backend.open() == 0);
  }
}
