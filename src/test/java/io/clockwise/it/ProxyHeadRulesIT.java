package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Heads that are refused, and what is said of them. */
class ProxyHeadRulesIT {
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
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "400 | PUT /x HTTP/1.0^Content-Length: 1^Content-Length: 2^^",
        "400 | GET /x HTTP/1.1^Host: a^X: b^ c^^",
        "400 | PUT /x HTTP/1.1^Host: a^Content-Rength: 5^^",
        "400 | GET /x HTTP/1.1^Host: a^Sec-WebSocket-Key1: 1^Sec-WebSocket-Key2: 2^^",
        "400 | GET /x HTTP/1.1^^",
        "400 | GET /x HTTP/1.1^Host: a^Host: b^^",
        "400 | GET /x HTTP/1.1^Host: a b^^",
        "400 | GET /x HTTP/1.1^Host: a:99999^^",
        "400 | GET /x HTTP/1.1^Host:^^",
        "400 | GET /x HTTP/1.1^Host: [:::]^^",
        "400 | GET /a b HTTP/1.1^Host: a^^",
        "400 | GET /a/../b HTTP/1.1^Host: a^^",
        "400 | GET /a/%2e%2E/b HTTP/1.1^Host: a^^",
        "400 | GET /a%2f..%2fb HTTP/1.1^Host: a^^",
        "400 | GET /a#b HTTP/1.1^Host: a^^",
        "400 | GET /a%zz HTTP/1.1^Host: a^^",
        "400 | GET a HTTP/1.1^Host: a^^",
        "400 | GET * HTTP/1.1^Host: a^^",
        "400 | GET http://u@a/ HTTP/1.1^Host: a^^",
        "400 | G(T /x HTTP/1.1^Host: a^^",
        "400 | GET /x HTTP/1.1^Host: a^X : b^^",
        "400 | GET /x HTTP/1.1^Host: a^: b^^",
        "400 | PUT /x HTTP/1.1^Host: a^Content-Length: 1^Transfer-Encoding: chunked^^",
        "400 | PUT /x HTTP/1.1^Host: a^Content-Length: 1^Content-Length: 2^^",
        "400 | PUT /x HTTP/1.0^Host: a^Transfer-Encoding: chunked^^",
        "501 | PUT /x HTTP/1.1^Host: a^Transfer-Encoding: gzip, chunked^^",
        "505 | GET /x HTTP/1.2^Host: a^^",
        "505 | GET /x HTTP/2.0^Host: a^^",
        "405 | TRACE /x HTTP/1.1^Host: a^^",
        "405 | CONNECT a:1 HTTP/1.1^Host: a^^",
      })
  void aHeadThatIsNotWellFormedGoesNowhere(int status, String head) throws IOException {
    try (RawClient client = proxy.connect()) {
      RawAnswer answer = client.send(head.replace("^", "\r\n")).answer();
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.statusLine()).startsWith("HTTP/1.");
      assertThat(answer.field("proxy-status")).hasValue("clockwise; error=http_request_error");
      assertThat(client.isClosed()).isTrue();
    }
    assertThat(backend.requests()).isEmpty();
  }

  @Test
  void methodsThatAreNotServedAreNamed() throws IOException {
    try (RawClient client = proxy.connect()) {
      RawAnswer answer = client.send("TRACE / HTTP/1.1\r\nHost: a\r\n\r\n").answer();
      assertThat(answer.field("allow").orElseThrow()).contains("GET").doesNotContain("TRACE");
    }
  }

  @Test
  void heldBackAreHeadsBeyondTheLimits() throws IOException {
    try (RawClient client = proxy.connect()) {
      assertThat(client.get("/" + "a".repeat(9000)).status()).isEqualTo(414);
    }
    try (RawClient client = proxy.connect()) {
      String big = "X-A: " + "a".repeat(20_000) + "\r\n";
      RawAnswer answer = client.send("GET / HTTP/1.1\r\nHost: a\r\n" + big + "\r\n").answer();
      assertThat(answer.status()).isEqualTo(431);
    }
    try (RawClient client = proxy.connect()) {
      String many = "X-A: 1\r\n".repeat(100);
      RawAnswer answer = client.send("GET / HTTP/1.1\r\nHost: a\r\n" + many + "\r\n").answer();
      assertThat(answer.status()).isEqualTo(431);
    }
    assertThat(backend.requests()).isEmpty();
  }

  @Test
  void nothingIsServedBehindTheLastRequest() throws IOException {
    try (RawClient client = proxy.connect()) {
      client.send(
          "GET /1 HTTP/1.1\r\nHost: a\r\nConnection: x, close\r\n\r\n"
              + "GET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.answer().field("connection")).hasValue("close");
      assertThat(client.isClosed()).isTrue();
    }
    assertThat(backend.requests()).hasSize(1);
  }
}
