package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.proxy.relay.DataPath;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same exchange on both data paths: backend and client must see the same. */
class DataPathsIT {
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int SILENCE_MILLIS = 300;

  private static TestBackend backend;
  private static TestProxy relay;
  private static TestProxy vertx;

  @BeforeAll
  static void start() throws IOException {
    backend = TestBackend.start("a");
    relay = TestProxy.start(TestConfig.of(backend), 1, DataPath.RELAY);
    vertx = TestProxy.start(TestConfig.of(backend), 1, DataPath.VERTX);
  }

  @AfterAll
  static void stop() throws IOException {
    relay.close();
    vertx.close();
    backend.close();
  }

  /** What a client sends, and what the backend answers; {@code @} stands for an end of line. */
  private record Exchange(String request, String answer) {
    @Override
    public String toString() {
      return request + " -> " + answer;
    }
  }

  private static final String OK = "HTTP/1.1 200 OK@Content-Length: 2@@ok";
  private static final String GET = "GET /a/b?c=d HTTP/1.1@Host: h:81@X-Key: k@";

  static Stream<Exchange> exchanges() {
    return Stream.concat(requests().map(r -> new Exchange(r, OK)), answers());
  }

  private static Stream<String> requests() {
    return Stream.of(
        GET + "@",
        GET + "Connection: keep-alive@@",
        GET + "Connection: close@@",
        GET + "Connection: close, x-a@X-A: 1@X-B: 2@@",
        GET + "Connection: x-a@Connection: x-b@X-A: 1@X-B: 2@@",
        GET + "Keep-Alive: timeout=5@Proxy-Connection: keep-alive@TE: gzip@@",
        GET + "TE: trailers@@",
        GET + "X-Forwarded-For: 1.2.3.4@X-Forwarded-Proto: https@Forwarded: for=1.2.3.4@@",
        GET + "X-Forwarded-Host: x@X-Forwarded-Port: 1@X-Forwarded-Prefix: /y@@",
        GET + "X_Forwarded_For: 1.2.3.4@A_b: c@@",
        GET + "Via: 1.0 someone@Via: 1.1 other (comment)@@",
        GET + "X-Request-Id: given@Clockwise-Backend: made-up@Clockwise-Explain: made-up@@",
        GET + "Cookie: a=b@Cookie: c=d@@",
        GET + "Empty:@Spaced:   v  w   @Accept: */*@@",
        GET + "Bytes: \u00e4\u00ff@@",
        GET + "Max-Forwards: 3@@",
        "OPTIONS /x HTTP/1.1@Host: h@Max-Forwards: 3@@",
        "OPTIONS /x HTTP/1.1@Host: h@Max-Forwards: 0@@",
        "OPTIONS * HTTP/1.1@Host: h@@",
        "HEAD /x HTTP/1.1@Host: h@@",
        "PURGE /x HTTP/1.1@Host: h@@",
        "TRACE /x HTTP/1.1@Host: h@@",
        "CONNECT h:1 HTTP/1.1@Host: h:1@@",
        "GET http://other:82/p?q HTTP/1.1@Host: h@@",
        "GET http://other HTTP/1.1@Host: h@@",
        "GET /x HTTP/1.0@@",
        "GET /x HTTP/1.0@Host: h@Connection: keep-alive@@",
        "GET /x HTTP/1.1@Host: h@Expect: 100-continue@@",
        "GET /x HTTP/1.1@Host: h@Expect: other@@",
        "GET /x HTTP/1.1@Host: h@Upgrade: h2c@Connection: upgrade@@",
        "POST /x HTTP/1.1@Host: h@Content-Length: 5@@12345",
        "POST /x HTTP/1.1@Host: h@Content-Length: 0@@",
        "POST /x HTTP/1.1@Host: h@Transfer-Encoding: chunked@@5@12345@0@@",
        "POST /x HTTP/1.1@Host: h@Transfer-Encoding: chunked@@5;ext=1@12345@0@@",
        "POST /x HTTP/1.1@Host: h@Trailer: T@Transfer-Encoding: chunked@@"
            + "5@12345@0@T: 1@Content-Length: 3@X-Forwarded-For: 1@@",
        "POST /x HTTP/1.1@Host: h@Content-Length: 5@Expect: 100-continue@@12345",
        "GET /x HTTP/1.1@@",
        "GET /x HTTP/1.1@Host: a@Host: b@@",
        "GET /x HTTP/1.1@Host: a b@@",
        "GET /../x HTTP/1.1@Host: h@@",
        "GET /%2e%2e/x HTTP/1.1@Host: h@@",
        "GET x HTTP/1.1@Host: h@@",
        "GET /x HTTP/1.2@Host: h@@",
        "GET /x HTTP/2.0@Host: h@@",
        "G(T /x HTTP/1.1@Host: h@@",
        "GET /x HTTP/1.1@Host: h@Content-Length: 5@Transfer-Encoding: chunked@@0@@",
        "GET /x HTTP/1.1@Host: h@Transfer-Encoding: gzip, chunked@@0@@",
        "GET /x HTTP/1.1@Host: h@Content-Length: 1@Content-Length: 2@@a",
        "GET /x HTTP/1.0@Content-Length: 1@Content-Length: 2@@a",
        "GET /x HTTP/1.1@Host: h@A: b@ c@@",
        "GET /x HTTP/1.1@Host: h@A : b@@",
        "GET /x HTTP/1.1@Host: h@: b@@",
        "GET /x HTTP/1.1@Host: h@Transfer-Encoding: gzip@@",
        "GET /" + "x".repeat(9000) + " HTTP/1.1@Host: h@@",
        "GET /x HTTP/1.1@Host: h@A: " + "x".repeat(17_000) + "@@",
        "GET /x HTTP/1.1@Host: h@" + "A: b@".repeat(120) + "@",
        GET + "@" + GET + "Second: 1@@");
  }

  private static Stream<Exchange> answers() {
    return Stream.of(
            "HTTP/1.1 200 OK@Content-Length: 2@Date: Mon, 01 Jan 2024 00:00:00 GMT@@ok",
            "HTTP/1.1 299 Whatever it is@Content-Length: 0@@",
            "HTTP/1.1 404 Not Found@Content-Length: 2@Connection: keep-alive@Keep-Alive: 5@@ok",
            "HTTP/1.1 200 OK@Content-Length: 2@Connection: close@@ok",
            "HTTP/1.1 200 OK@Content-Length: 2@Connection: x-a@X-A: 1@X-B: 2@@ok",
            "HTTP/1.1 200 OK@Content-Length: 2@Via: 1.1 other@@ok",
            "HTTP/1.1 200 OK@Content-Length: 2@Set-Cookie: a=b@Set-Cookie: c=d@@ok",
            "HTTP/1.1 200 OK@Transfer-Encoding: chunked@@2@ok@0@@",
            "HTTP/1.1 200 OK@Transfer-Encoding: chunked@@2;ext@ok@0@@",
            "HTTP/1.1 200 OK@Trailer: T@Transfer-Encoding: chunked@@2@ok@0@T: 1@Date: x@@",
            "HTTP/1.1 200 OK@Transfer-Encoding: chunked@@2@ok@zz@@",
            "HTTP/1.1 200 OK@@until the end!",
            "HTTP/1.0 200 OK@Content-Length: 2@@ok",
            "HTTP/1.0 200 OK@@until the end!",
            "HTTP/1.1 204 No Content@@",
            "HTTP/1.1 204 No Content@X: y@@",
            "HTTP/1.1 205 Reset Content@Content-Length: 0@@",
            "HTTP/1.1 304 Not Modified@ETag: x@@",
            "HTTP/1.1 103 Early Hints@Link: a@Connection: x@@" + OK,
            "HTTP/1.1 100 Continue@@" + OK,
            "HTTP/1.1 101 Switching Protocols@Upgrade: x@Connection: upgrade@@",
            "HTTP/1.1 600 Too much@Content-Length: 0@@",
            "HTTP/1.1 20 What@Content-Length: 0@@",
            "nonsense@@",
            "HTTP/1.1 200 OK@Content-Length: 2@Content-Length: 3@@ok",
            "HTTP/1.1 200 OK@Content-Length: 2@Transfer-Encoding: chunked@@2@ok@0@@",
            "HTTP/1.1 200 OK@Content-Length: 9@@short",
            "HTTP/1.1 200@Content-Length: 2@@ok",
            "HTTP/1.1 200 OK@Content-Length: 2@@ok and more")
        .flatMap(a -> Stream.of(new Exchange(GET + "@", a), new Exchange(head(), a)));
  }

  private static String head() {
    return GET.replace("GET", "HEAD") + "@";
  }

  @ParameterizedTest
  @MethodSource("exchanges")
  void bothSidesSeeTheSame(Exchange exchange) throws IOException {
    assertThat(play(exchange, relay)).isEqualTo(play(exchange, vertx));
  }

  private static List<String> play(Exchange exchange, TestProxy proxy) throws IOException {
    backend.requests().clear();
    String answer = exchange.answer().replace("@", "\r\n");
    backend.script(
        r -> {
          r.body();
          r.write(answer.getBytes(StandardCharsets.ISO_8859_1));
          if (closes(exchange.answer())) {
            r.close();
          }
        });
    List<String> seen = new ArrayList<>();
    try (RawClient client = proxy.connect()) {
      client.send(exchange.request().replace("@", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      boolean head = exchange.request().startsWith("HEAD");
      try {
        client.patience(PATIENCE_MILLIS);
        for (RawAnswer each = answer(client, head); ; each = answer(client, head)) {
          client.patience(SILENCE_MILLIS);
          seen.add("client " + each.status() + " " + fields(each) + " " + text(each));
        }
      } catch (IOException | RuntimeException over) {
        seen.add("then " + over.getClass().getSimpleName());
      }
    }
    for (ReceivedRequest each : backend.requests()) {
      seen.add("backend " + each.method() + " " + each.target() + " " + names(each.fields()));
      seen.add(each.isWhole() + " " + each.trailers());
    }
    return seen.stream().map(line -> line.replace(":" + proxy.port(), ":0")).toList();
  }

  private static RawAnswer answer(RawClient client, boolean head) throws IOException {
    return head ? client.headAnswer() : client.answer();
  }

  private static boolean closes(String answer) {
    return !answer.contains("Content-Length") && !answer.contains("chunked")
        || answer.contains("short")
        || answer.contains("zz");
  }

  /* One path may know better than the other what is wrong with an answer. */
  private static String text(RawAnswer answer) {
    return answer.status() == 502 ? "" : answer.text();
  }

  private static List<String> fields(RawAnswer answer) {
    return names(answer.fields());
  }

  private static List<String> names(List<Map.Entry<String, String>> fields) {
    return fields.stream()
        .map(f -> f.getKey().toLowerCase(Locale.ROOT) + ": " + value(f))
        .sorted()
        .toList();
  }

  private static String value(Map.Entry<String, String> field) {
    String name = field.getKey().toLowerCase(Locale.ROOT);
    boolean changes =
        name.equals("date") && !field.getValue().contains("2024")
            || name.equals("x-request-id")
            || name.equals("x-forwarded-port");
    String value = field.getValue().replace("1.0 clockwise", "1.1 clockwise"); // one does not know
    return changes || name.equals("content-length") && value.length() > 1 ? "*" : value;
  }
}
