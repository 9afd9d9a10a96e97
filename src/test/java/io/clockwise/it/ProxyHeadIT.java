package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens to the heads of requests and answers on their way. */
class ProxyHeadIT {
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

  private ReceivedRequest through(String... fields) throws IOException {
    try (RawClient client = proxy.connect()) {
      String more = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
      RawAnswer answer =
          client.send("GET /x HTTP/1.1\r\nHost: shop.test:81\r\n" + more + "\r\n").answer();
      assertThat(answer.status()).isEqualTo(200);
    }
    return backend.last();
  }

  @Test
  void fieldsOfTheConnectionStay() throws IOException {
    ReceivedRequest received =
        through(
            "Connection: keep-alive, X-Mine, Authorization, X-Forwarded-For, Host",
            "X-Mine: 1",
            "Keep-Alive: timeout=5",
            "Proxy-Connection: keep-alive",
            "Upgrade: websocket",
            "HTTP2-Settings: AA",
            "TE: gzip;q=0.5",
            "Authorization: Basic x",
            "Clockwise-Backend: b",
            "X-Kept: yes");
    for (String gone :
        new String[] {
          "connection",
          "x-mine",
          "keep-alive",
          "proxy-connection",
          "upgrade",
          "http2-settings",
          "te",
          "clockwise-backend"
        }) {
      assertThat(received.field(gone)).as(gone).isEmpty();
    }
    assertThat(received.field("authorization")).hasValue("Basic x");
    assertThat(received.field("x-kept")).hasValue("yes");
    assertThat(received.fields("host")).containsExactly("shop.test:81");
  }

  @Test
  void trailersMayBeAskedFor() throws IOException {
    ReceivedRequest received = through("TE: gzip, trailers", "Connection: TE");
    assertThat(received.field("te")).hasValue("trailers");
    assertThat(received.field("connection")).hasValue("te");
  }

  @Test
  void anUntrustedClientCannotSaySomebodyElseAsks() throws IOException {
    ReceivedRequest received =
        through(
            "X-Forwarded-For: 10.0.0.1",
            "X-Forwarded-Proto: https",
            "X-Forwarded-Host: evil.test",
            "X-Forwarded-Port: 443",
            "Forwarded: for=10.0.0.1",
            "X-Request-ID: mine");
    assertThat(received.fields("x-forwarded-for")).containsExactly("127.0.0.1");
    assertThat(received.fields("x-forwarded-proto")).containsExactly("http");
    assertThat(received.fields("x-forwarded-host")).containsExactly("shop.test:81");
    assertThat(received.fields("x-forwarded-port")).containsExactly(Integer.toString(proxy.port()));
    assertThat(received.field("forwarded")).isEmpty();
    assertThat(received.field("x-request-id").orElseThrow()).matches("[0-9a-f]{32}");
  }

  /** A program behind CGI or WSGI would take them for the fields that Clockwise writes. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void namesWithUnderscoresSayNothingInPlaceOfForwardingFields(boolean trusted) throws IOException {
    if (trusted) {
      proxy.publish(TestConfig::trustingLoopback);
    }
    ReceivedRequest received =
        through(
            "X_Forwarded_For: 10.0.0.1",
            "x-forwarded_proto: https",
            "X_FORWARDED_HOST: evil.test",
            "X_Forwarded-Port: 443",
            "X_Forwarded_Prefix: /evil",
            "X_Request_ID: mine",
            "Content_Length: 5",
            "Transfer_Encoding: chunked",
            "X_Key: k");
    for (String gone :
        new String[] {
          "x_forwarded_for",
          "x-forwarded_proto",
          "x_forwarded_host",
          "x_forwarded-port",
          "x_forwarded_prefix",
          "x_request_id",
          "content_length",
          "transfer_encoding"
        }) {
      assertThat(received.field(gone)).as(gone).isEmpty();
    }
    assertThat(received.field("x_key")).hasValue("k");
  }

  @Test
  void aTrustedProxyIsBelievedAndAppendedTo() throws IOException {
    proxy.publish(TestConfig::trustingLoopback);
    ReceivedRequest received =
        through(
            "X-Forwarded-For: 203.0.113.9, 10.0.0.1",
            "X-Forwarded-For: 127.0.0.5",
            "X-Forwarded-Proto: https",
            "X-Forwarded-Host: shop.example",
            "Forwarded: for=10.0.0.1",
            "X-Request-ID: theirs");
    assertThat(received.fields("x-forwarded-for"))
        .containsExactly("203.0.113.9, 10.0.0.1, 127.0.0.5, 127.0.0.1");
    assertThat(received.field("x-forwarded-proto")).hasValue("https");
    assertThat(received.field("x-forwarded-host")).hasValue("shop.example");
    assertThat(received.field("forwarded")).hasValue("for=10.0.0.1");
    assertThat(received.field("x-request-id")).hasValue("theirs");
    org.awaitility.Awaitility.await().until(() -> proxy.records().size() == 1);
    assertThat(proxy.records().get(0).client().address()).isEqualTo("10.0.0.1");
  }

  @Test
  void bothWaysNameThisInstance() throws IOException {
    backend.script(
        r -> r.answer(200, new byte[0], "Via: 1.0 inner", "Date: Mon, 01 Jan 2024 00:00:00 GMT"));
    try (RawClient client = proxy.connect()) {
      RawAnswer answer =
          client.send("GET /x HTTP/1.1\r\nHost: t\r\nVia: 1.1 outer\r\n\r\n").answer();
      assertThat(answer.fields("via")).containsExactly("1.0 inner, 1.1 clockwise-unit");
      assertThat(answer.fields("date")).containsExactly("Mon, 01 Jan 2024 00:00:00 GMT");
    }
    assertThat(backend.last().fields("via")).containsExactly("1.1 outer, 1.1 clockwise-unit");
  }

  @Test
  void aRequestInACircleIsStopped() throws IOException {
    String own = "Via: 1.1 clockwise-unit, 1.1 clockwise-unit\r\n";
    try (RawClient client = proxy.connect()) {
      String head = "GET /x HTTP/1.1\r\nHost: t\r\n" + own + own;
      assertThat(client.send(head + "\r\n").answer().status()).isEqualTo(200);
      RawAnswer stopped = client.send(head + "Via: 1.1 clockwise-unit\r\n\r\n").answer();
      assertThat(stopped.status()).isEqualTo(502);
      assertThat(stopped.field("proxy-status")).hasValue("clockwise; error=proxy_loop_detected");
    }
  }

  @Test
  void fieldsOfTheBackendsConnectionStayThere() throws IOException {
    backend.script(
        r ->
            r.answer(
                200,
                "x".getBytes(),
                "Connection: X-Internal, close",
                "X-Internal: 1",
                "Keep-Alive: timeout=1",
                "Upgrade: h2c",
                "Set-Cookie: a=1",
                "Set-Cookie: b=2"));
    try (RawClient client = proxy.connect()) {
      RawAnswer answer = client.get("/x");
      assertThat(answer.statusLine()).isEqualTo("HTTP/1.1 200 X");
      assertThat(answer.field("x-internal")).isEmpty();
      assertThat(answer.field("connection")).isEmpty();
      assertThat(answer.field("keep-alive")).isEmpty();
      assertThat(answer.field("upgrade")).isEmpty();
      assertThat(answer.fields("set-cookie")).containsExactly("a=1", "b=2");
      assertThat(answer.field("date").orElseThrow()).endsWith(" GMT");
      assertThat(client.get("/y").status()).isEqualTo(200);
    }
    assertThat(backend.accepted()).isEqualTo(2);
  }

  @Test
  void theHostOfAnAbsoluteTargetWins() throws IOException {
    try (RawClient client = proxy.connect()) {
      client.send("GET http://real.test/p?q HTTP/1.1\r\nHost: other.test\r\n\r\n").answer();
    }
    assertThat(backend.last().target()).isEqualTo("/p?q");
    assertThat(backend.last().fields("host")).containsExactly("real.test");
  }

  @Test
  void bytesAboveAsciiInFieldsStayAsTheyAre() throws IOException {
    assertThat(through("X-Name: M\u00fcller \u00e9").field("x-name"))
        .hasValue("M\u00fcller \u00e9");
  }

  @Test
  void anOptionsRequestForTheServerGoesThrough() throws IOException {
    try (RawClient client = proxy.connect()) {
      client.send("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n").answer();
    }
    assertThat(backend.last().target()).isEqualTo("*");
  }

  @ParameterizedTest
  @CsvSource({"5, 4", "1, 0", "many, many", "-1, -1"})
  void optionsPassesSoManyProxies(String given, String seen) throws IOException {
    try (RawClient client = proxy.connect()) {
      String head = "OPTIONS * HTTP/1.1\r\nHost: t\r\nMax-Forwards: ";
      assertThat(client.send(head + given + "\r\n\r\n").answer().status()).isEqualTo(200);
      assertThat(backend.last().field("max-forwards")).hasValue(seen);
      backend.requests().clear();
      RawAnswer own = client.send(head + "0\r\n\r\n").answer();
      assertThat(own.status()).isEqualTo(200);
      assertThat(own.field("allow").orElseThrow()).contains("GET").doesNotContain("TRACE");
      assertThat(backend.requests()).isEmpty();
    }
  }
}
