package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ListenerProtocol;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.testkit.StreamCase;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same exchange over HTTP/2 on both data paths: backend, client and log see the same. */
@Timeout(60)
class DataPathsHttp2IT {
  private static final String GET = "GET /a/b?c=d@x-key: k";

  private static TestBackend backend;
  private static TestProxy relay;
  private static TestProxy vertx;

  @BeforeAll
  static void start() throws IOException {
    backend = TestBackend.start("a");
    TestConfig config = TestConfig.of(backend).speaking(null, ListenerProtocol.H2C);
    relay = TestProxy.start(config, 1, DataPath.RELAY);
    vertx = TestProxy.start(config, 1, DataPath.VERTX);
  }

  @AfterAll
  static void stop() throws IOException {
    relay.close();
    vertx.close();
    backend.close();
  }

  static Stream<String> relayed() {
    return Stream.of(
        GET,
        GET + "@@",
        GET + "@@body",
        GET + "@te: trailers",
        GET + "@x-forwarded-for: 1.2.3.4@x-forwarded-proto: https@forwarded: for=1.2.3.4",
        GET + "@x-forwarded-host: x@x-forwarded-port: 1@x-forwarded-prefix: /y",
        GET + "@x_forwarded_for: 1.2.3.4@a_b: c",
        GET + "@via: 1.0 someone@via: 1.1 other (comment)",
        GET + "@x-request-id: given@clockwise-backend: made-up@clockwise-explain: made-up",
        GET + "@cookie: a=b",
        GET + "@cookie: a=b@x: y@cookie: c=d@cookie: e=f",
        GET + "@empty: @accept: */*@x: 1@x: 2",
        GET + "@bytes: \u00e4\u00ff",
        GET + "@expect: 100-continue",
        GET + "@content-length: 0",
        GET + "@trailer: x-sum",
        GET + "@:scheme: https",
        GET + "@user-agent: u@referer: http://r/",
        "GET /",
        "GET /?",
        "GET /a//b%2Fc;x=1?q=%41&y={|}^\"[]?/",
        "GET /a%ff%00?%",
        "GET //h/x",
        "HEAD /x",
        "PURGE /x",
        "OPTIONS /x",
        "DELETE /x",
        "DELETE /x@@body",
        "DELETE /x@content-length: 4@@body",
        "POST /x",
        "PUT /x",
        "PATCH /x",
        "POST /x@content-length: 0",
        "POST /x@content-length: 0@@",
        "POST /x@@",
        "POST /x@@12345",
        "POST /x@content-length: 5@@12345",
        "POST /x@content-length: 5@expect: 100-continue@@12345",
        "POST /x@expect: 100-continue@@12345",
        "POST /x@trailer: t@@12345@@t: 1@content-length: 3@x-forwarded-for: 1@x_y: 2",
        "POST /x@@@@t: 1",
        "POST /x@@12345@@content-length: 5",
        "POST /x@content-length: 5@@12345@@t: 1",
        "POST /x@content-type: text/plain@@12345");
  }

  /* Refused, answered here, or of another kind: all are the HTTP server's. */
  static Stream<String> handed() {
    return Stream.of(
        GET + "@host: other",
        GET + "@host: h:81",
        GET + "@:authority: ",
        GET + "@:authority: @host: h:81",
        GET + "@:authority: a b",
        GET + "@:authority: u@h".replace("u@h", "u%40h"),
        GET + "@te: gzip",
        GET + "@connection: close",
        GET + "@connection: x-a@x-a: 1",
        GET + "@keep-alive: 5",
        GET + "@proxy-connection: keep-alive",
        GET + "@transfer-encoding: chunked",
        GET + "@upgrade: h2c",
        GET + "@max-forwards: 3",
        GET + "@Upper: x",
        GET + "@a b: x",
        GET + "@x: a\rb",
        GET + "@x: a\nb: c",
        GET + "@x: a\0b",
        GET + "@x:  a",
        GET + "@x: a ",
        GET + "@expect: other",
        GET + "@:protocol: websocket",
        GET + "@:status: 200",
        GET + "@:other: 1",
        GET + "@:scheme: ",
        GET + "@content-length: x",
        GET + "@content-length: 1@content-length: 2",
        GET + "@content-length: -1",
        GET + "@content-length: 5",
        GET + "@:scheme: ftp",
        "GET /../x",
        "GET /%2e%2e/x",
        "GET /a b",
        "GET /a#b",
        "GET x",
        "GET http://h/x",
        "GET /\u00e4",
        "OPTIONS *",
        "TRACE /x",
        "CONNECT /x",
        "get /x",
        "G(T /x",
        "POST /x@content-length: 9@@12345",
        "POST /x@@12345@@:path: /",
        "POST /x@@12345@@T: 1",
        "POST /x@content-length: 2@@12345",
        "POST /x@@12345@@t: a\r\nb: c",
        "POST /x@@12345@@a b: 1",
        "POST /x@@12345@@t: a\u000bb",
        "POST /x@@12345@@t: a\fb",
        "POST /x@@12345@@t: a\u0001b",
        "POST /x@@12345@@t: a\u007fb",
        "POST /x@@12345@@t: \u00e4\u0085",
        "POST /x@@12345@@a(b: 1",
        "POST /x@@12345@@connection: x@te: y@transfer-encoding: z",
        GET + "@x: a\u000bb",
        GET + "@x: a\u0001b",
        GET + "@a(b: c",
        GET + "@cookie: a\u0001b@cookie: c",
        GET + "@via: 1.1 clockwise-unit".repeat(5),
        GET + "@via: 1.1 clockwise-unit".repeat(4),
        "GET /x?a\u0001",
        "GET /x?<>",
        "GET /x?\u00e4",
        "GET /" + "x".repeat(9000),
        GET + "@a: b".repeat(99),
        GET + "@a: b".repeat(120));
  }

  private static final String H = "HTTP/1.1 200 OK@";

  static Stream<StreamCase> answers() {
    return Stream.of(
            H + "Content-Length: 2@Date: Mon, 01 Jan 2024 00:00:00 GMT@@ok",
            "HTTP/1.1 299 Whatever it is@Content-Length: 0@@",
            "HTTP/1.1 404 Not Found@Content-Length: 2@Connection: keep-alive@Keep-Alive: 5@@ok",
            H + "Content-Length: 2@Connection: close@@ok",
            H + "Content-Length: 2@Connection: x-a@X-A: 1@X-B: 2@@ok",
            H + "Content-Length: 2@Upgrade: x@Proxy-Connection: x@TE: x@@ok",
            H + "Content-Length: 2@Via: 1.1 other@@ok",
            H + "Content-Length: 2@Set-Cookie: a=b@Set-Cookie: c=d@X-Empty:@@ok",
            H + "Content-Length: 2@MiXed-Case: A  b@X_Y: 1@@ok",
            H + "Content-Length: 2@Bytes: \u00e4\u00ff@@ok",
            H + "Transfer-Encoding: chunked@@2@ok@0@@",
            H + "Transfer-Encoding: chunked@@2;ext@ok@0@@",
            H + "Trailer: T@Transfer-Encoding: chunked@@2@ok@0@T: 1@Date: x@@",
            H + "Transfer-Encoding: chunked@@0@X-T: 1@@",
            H + "Transfer-Encoding: chunked@@2@ok@zz@@",
            H + "Transfer-Encoding: chunked@@9@short",
            H + "@until the end!",
            H + "@",
            "HTTP/1.0 200 OK@Content-Length: 2@@ok",
            "HTTP/1.0 200 OK@@until the end!",
            "HTTP/1.1 204 No Content@@",
            "HTTP/1.1 204 No Content@X: y@@",
            "HTTP/1.1 205 Reset Content@Content-Length: 0@@",
            "HTTP/1.1 304 Not Modified@ETag: x@@",
            "HTTP/1.1 304 Not Modified@Content-Length: 7@@",
            "HTTP/1.1 103 Early Hints@Link: a@Connection: x@@" + H + "Content-Length: 2@@ok",
            "HTTP/1.1 103 Early Hints@Link: a@@".repeat(3) + H + "Content-Length: 2@@ok",
            "HTTP/1.1 100 Continue@@" + H + "Content-Length: 2@@ok",
            "HTTP/1.1 102 Processing@@" + H + "Content-Length: 2@@ok",
            "HTTP/1.1 103 Early Hints@@".repeat(200) + H + "Content-Length: 2@@ok",
            "HTTP/1.1 101 Switching Protocols@Upgrade: x@Connection: upgrade@@",
            "HTTP/1.1 600 Too much@Content-Length: 0@@",
            "HTTP/1.1 20 What@Content-Length: 0@@",
            "nonsense@@",
            H + "Content-Length: 2@Content-Length: 3@@ok",
            H + "Content-Length: 2@Transfer-Encoding: chunked@@2@ok@0@@",
            H + "Content-Length: 9@@short",
            H + "Content-Length: 90000@@short" + "x".repeat(30_000),
            H + "Content-Length: 5000@@" + "x".repeat(5000),
            H + "A b: 1@Content-Length: 2@@ok",
            H + "Blank : 1@Content-Length: 2@@ok",
            H + "X: a\0b@Content-Length: 2@@ok",
            "HTTP/1.1 200@Content-Length: 2@@ok",
            H + "Transfer-Encoding: chunked@@2@ok@0@T: a\u0001b@@",
            H + "Transfer-Encoding: chunked@@2@ok@0@T: a\u000bb@@",
            H + "Transfer-Encoding: chunked@@2@ok@0@Connection: x@T_t: \u00e4@@",
            H + "Transfer-Encoding: gzip, chunked@@2@ok@0@@",
            H + "Transfer-Encoding: gzip@Content-Length: 2@@ok",
            H + "X: a\u0001b@Content-Length: 2@@ok",
            H + "X: a\u000bb@Content-Length: 2@@ok",
            H + ":status: 1@Content-Length: 2@@ok",
            H + "Content-Length: 2@Content-Length: 2@@ok",
            H + "Content-Length: 2, 2@@ok",
            H + "Content-Length: +2@@ok",
            H + "Content-Length: 2@X: 1@ folded@@ok",
            H + "Content-Length: 2@X: " + "x".repeat(20_000) + "@@ok",
            H + "Content-Length: 2@" + "X: y@".repeat(300) + "@ok",
            "HTTP/2.0 200 OK@Content-Length: 2@@ok",
            "HTTP/1.1 199 What@@" + H + "Content-Length: 2@@ok",
            H + "Content-Length: 2@@ok and more")
        .flatMap(a -> Stream.of(new StreamCase(GET, a), new StreamCase("HEAD /x", a)));
  }

  @ParameterizedTest
  @MethodSource("relayed")
  void theRelaySendsTheSame(String request) throws InterruptedException {
    int before = relay.relayed();
    compare(StreamCase.of(request));
    assertThat(relay.relayed()).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @MethodSource("handed")
  void whatIsRefusedIsRefusedTheSameWay(String request) throws InterruptedException {
    compare(StreamCase.of(request));
  }

  static Stream<String> edges() {
    return Stream.of(
            IntStream.rangeClosed(92, 102).mapToObj(n -> GET + "@a: b".repeat(n)),
            IntStream.rangeClosed(92, 102).mapToObj(n -> GET + "@cookie: b".repeat(n)),
            IntStream.rangeClosed(8170, 8194).mapToObj(n -> "GET /" + "x".repeat(n)),
            IntStream.rangeClosed(155, 165)
                .mapToObj(n -> GET + ("@a: " + "x".repeat(n)).repeat(80)),
            IntStream.rangeClosed(1, 60)
                .mapToObj(n -> GET + "@a: " + "x".repeat(8000) + "@b: " + "x".repeat(8000 + n)))
        .flatMap(each -> each);
  }

  @ParameterizedTest
  @MethodSource("edges")
  void theEdgesOfLimitsAreTheSame(String request) throws InterruptedException {
    compare(StreamCase.of(request));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void theRelayAnswersTheSame(StreamCase exchange) throws InterruptedException {
    int before = relay.relayed();
    compare(exchange);
    assertThat(relay.relayed()).isEqualTo(before + 1);
  }

  private static void compare(StreamCase exchange) throws InterruptedException {
    assertThat(exchange.play(relay, backend)).isEqualTo(exchange.play(vertx, backend));
    assertThat(vertx.relayed()).isZero();
  }
}
