package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.ProxyProtocolConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.testkit.Http2Peer;
import io.clockwise.testkit.Http2Stream;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Trailers and interim answers, on each combination of HTTP/1.1 and HTTP/2. */
class ProxyTrailerIT {
  private static final String POST =
      "POST /x HTTP/1.1\r\nHost: t\r\nTE: trailers\r\nTrailer: X-Sum\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n"
          + "X-Sum: 7\r\nAuthorization: no\r\nX-Forwarded-For: 9.9.9.9\r\n\r\n";

  private TestBackend backend;
  private Http2Peer streams;
  private TestProxy proxy;

  @BeforeEach
  void start() throws Exception {
    backend = TestBackend.start("a");
    streams = Http2Peer.server();
    ListenerConfig listener =
        new ListenerConfig(
            new SocketBind("127.0.0.1", 0),
            List.of(ListenerProtocol.H1, ListenerProtocol.H2C),
            ProxyProtocolConfig.OFF,
            null);
    proxy = TestProxy.start(TestConfig.of(backend).withListeners(List.of(listener)));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    streams.close();
    backend.close();
  }

  private void useStreams() {
    BackendConfig other =
        new BackendConfig(
            "s", new BackendAddress("127.0.0.1", streams.port()), 1, AdminState.READY);
    proxy.publish(
        c ->
            c.withBackends(List.of(other))
                .withConnections(
                    ConnectionsConfig.DEFAULT.withProtocol(ConnectionsConfig.Protocol.H2)));
  }

  private static Http2Stream post(Http2Peer client) throws InterruptedException {
    return client
        .open(
            false,
            ":method",
            "POST",
            ":scheme",
            "http",
            ":path",
            "/x",
            ":authority",
            "t",
            "te",
            "trailers",
            "trailer",
            "x-sum")
        .send(false, "abc")
        .head(true, "x-sum", "7", "authorization", "no");
  }

  private void answerWithTrailers() {
    backend.script(
        r -> {
          r.body();
          r.write(
              "HTTP/1.1 200 OK\r\nTrailer: X-End\r\nTransfer-Encoding: chunked\r\n\r\n"
                  + "2\r\nok\r\n0\r\nX-End: 1\r\nSet-Cookie: a=b\r\n\r\n");
        });
  }

  private void assertReceived() throws IOException {
    assertThat(backend.last().body()).isEqualTo(new byte[] {'a', 'b', 'c'});
    assertThat(backend.last().field("trailer").orElseThrow()).isEqualToIgnoringCase("x-sum");
    assertThat(backend.last().field("te")).hasValue("trailers");
    assertThat(backend.last().trailers()).containsExactly(Map.entry("x-sum", "7"));
  }

  @Test
  void fromHttp1ToHttp1() throws IOException {
    answerWithTrailers();
    try (RawClient client = proxy.connect()) {
      RawAnswer answer = client.send(POST + POST).answer();
      assertThat(answer.text()).isEqualTo("ok");
      assertThat(answer.field("trailer")).hasValue("X-End");
      assertThat(answer.field("x-end")).hasValue("1");
      assertThat(answer.field("set-cookie")).isEmpty();
      assertThat(client.answer().field("x-end")).hasValue("1");
      assertReceived();
    }
  }

  @Test
  void fromHttp2ToHttp1() throws Exception {
    answerWithTrailers();
    try (Http2Peer client = Http2Peer.client(proxy.port())) {
      Http2Stream stream = post(client);
      assertThat(stream.next()).contains("[:status: 200]", "[trailer: X-End]");
      assertThat(stream.next()).isEqualTo("DATA ok");
      assertThat(stream.next()).isEqualTo("HEAD [x-end: 1]");
      assertThat(stream.next()).isEqualTo("END");
      assertReceived();
    }
  }

  private void serve(Http2Stream stream) throws InterruptedException {
    assertThat(stream.next()).contains("[:method: POST]", "[te: trailers]");
    assertThat(stream.data(3)).isEqualTo("abc");
    assertThat(stream.next()).isEqualTo("HEAD [x-sum: 7]");
    assertThat(stream.next()).isEqualTo("END");
    stream.head(false, ":status", "200", "trailer", "x-end").send(false, "ok");
    stream.head(true, "x-end", "1", "set-cookie", "a=b");
  }

  @Test
  void fromHttp1ToHttp2() throws Exception {
    useStreams();
    try (RawClient client = proxy.connect()) {
      for (int i = 0; i < 3; i++) {
        client.send(POST);
        serve(streams.next());
        RawAnswer answer = client.answer();
        assertThat(answer.text()).isEqualTo("ok");
        assertThat(answer.field("x-end")).hasValue("1");
        assertThat(answer.field("set-cookie")).isEmpty();
      }
    }
  }

  @Test
  void fromHttp2ToHttp2() throws Exception {
    useStreams();
    try (Http2Peer client = Http2Peer.client(proxy.port())) {
      for (int i = 0; i < 3; i++) {
        Http2Stream stream = post(client);
        serve(streams.next());
        assertThat(stream.next()).contains("[:status: 200]");
        assertThat(stream.next()).isEqualTo("DATA ok");
        assertThat(stream.next()).isEqualTo("HEAD [x-end: 1]");
        assertThat(stream.next()).isEqualTo("END");
      }
      await().untilAsserted(() -> assertThat(proxy.inFlight()).isZero());
    }
  }

  private void answerWithInterims() {
    backend.script(
        r -> {
          r.write("HTTP/1.1 102 Processing\r\nX-A: 1\r\n\r\nHTTP/1.1 104 Up\r\nX-B: 2\r\n\r\n");
          r.write("HTTP/1.1 103 Early Hints\r\nLink: </s>\r\nConnection: x-c\r\nX-C: 3\r\n\r\n");
          r.answer(200, new byte[] {'o'});
        });
  }

  @Test
  void interimAnswersPassToHttp1() throws IOException {
    answerWithInterims();
    try (RawClient client = proxy.connect()) {
      client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n");
      RawAnswer first = client.answer();
      assertThat(first.status()).isEqualTo(102);
      assertThat(first.field("x-a")).hasValue("1");
      assertThat(client.answer().field("x-b")).hasValue("2");
      RawAnswer hints = client.answer();
      assertThat(hints.status()).isEqualTo(103);
      assertThat(hints.field("link")).hasValue("</s>");
      assertThat(hints.field("x-c")).isEmpty();
      assertThat(client.answer().text()).isEqualTo("o");
      client.send("GET /x HTTP/1.0\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void interimAnswersPassToHttp2() throws Exception {
    answerWithInterims();
    try (Http2Peer client = Http2Peer.client(proxy.port())) {
      Http2Stream stream =
          client.open(true, ":method", "GET", ":scheme", "http", ":path", "/x", ":authority", "t");
      assertThat(stream.next()).contains("[:status: 102]", "[x-a: 1]");
      assertThat(stream.next()).contains("[:status: 104]");
      assertThat(stream.next()).contains("[:status: 103]").doesNotContain("connection");
      assertThat(stream.next()).contains("[:status: 200]");
      assertThat(stream.next()).isEqualTo("DATA o");
    }
  }

  @Test
  void interimAnswersByHttp2Pass() throws Exception {
    useStreams();
    try (RawClient client = proxy.connect()) {
      client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n");
      Http2Stream stream = streams.next();
      stream.head(false, ":status", "102", "x-a", "1").head(false, ":status", "199");
      stream.head(false, ":status", "103", "link", "</s>");
      stream.head(true, ":status", "204");
      RawAnswer first = client.answer();
      assertThat(first.status()).isEqualTo(102);
      assertThat(first.field("x-a")).hasValue("1");
      assertThat(client.answer().status()).isEqualTo(199);
      RawAnswer hints = client.answer();
      assertThat(hints.field("link")).hasValue("</s>");
      assertThat(client.answer().status()).isEqualTo(204);
    }
  }

  @Test
  void interimAnswersPassFromHttp2ToHttp2BesideTheBody() throws Exception {
    useStreams();
    try (Http2Peer client = Http2Peer.client(proxy.port())) {
      Http2Stream asked = post(client);
      Http2Stream stream = streams.next();
      stream.head(false, ":status", "110", "x-left", "7").head(true, ":status", "200");
      assertThat(asked.next()).contains("[:status: 110]", "[x-left: 7]");
      assertThat(asked.next()).contains("[:status: 200]");
    }
  }

  @Test
  void aSwitchOfProtocolsByHttp2IsABadAnswer() throws Exception {
    useStreams();
    try (RawClient client = proxy.connect()) {
      client.send("POST /x HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\n\r\n");
      streams.next().head(false, ":status", "101");
      assertThat(client.answer().status()).isEqualTo(502);
    }
  }

  @Test
  void anInterimAnswerByHttp2ThatIsAnEndIsABadAnswer() throws Exception {
    useStreams();
    try (RawClient client = proxy.connect()) {
      client.send("POST /x HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\n\r\n");
      streams.next().head(true, ":status", "103");
      assertThat(client.answer().status()).isEqualTo(502);
    }
  }

  @Test
  void tooManyInterimAnswersAreABadAnswer() throws IOException {
    backend.script(r -> r.write("HTTP/1.1 102 P\r\n\r\n".repeat(100)));
    try (RawClient client = proxy.connect()) {
      client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n");
      RawAnswer answer = client.answer();
      int count = 0;
      while (answer.status() == 102) {
        count++;
        answer = client.answer();
      }
      assertThat(answer.status()).isEqualTo(502);
      assertThat(count).isEqualTo(32);
    }
  }
}
