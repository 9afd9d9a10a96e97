package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.Protocol;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.FailureKind;
import io.clockwise.testkit.Http2Peer;
import io.clockwise.testkit.Http2Stream;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestLimits;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heads of requests between HTTP/2 (RFC 9113 section 8.3.1) and HTTP/1.1. */
@Timeout(60)
class ProxyHttp2HeadIT {
  private TestBackend backend;
  private TestProxy proxy;
  private Http2Peer client;

  @BeforeEach
  void start() throws Exception {
    backend = TestBackend.start("a");
    proxy = TestProxy.start(TestConfig.of(backend).speaking(null, ListenerProtocol.H2C));
    client = Http2Peer.client(proxy.port());
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    proxy.close();
    backend.close();
  }

  private String answer(String method, String path, String... more) throws InterruptedException {
    List<String> fields = new ArrayList<>();
    fields.addAll(List.of(":method", method, ":scheme", "http", ":path", path));
    fields.addAll(List.of(more));
    Http2Stream stream = client.open(true, fields.toArray(String[]::new));
    return stream.next();
  }

  @Test
  void aHostFieldMayRepeatTheAuthority() throws InterruptedException {
    assertThat(answer("GET", "/x", ":authority", "Shop:81", "host", "Shop:81")).contains("200");
    assertThat(backend.last().fields("host")).containsExactly("Shop:81");
  }

  @Test
  void aHostFieldMayStandInPlaceOfTheAuthority() throws InterruptedException {
    assertThat(answer("GET", "/x", "host", "shop")).contains("200");
    assertThat(backend.last().fields("host")).containsExactly("shop");
  }

  @ParameterizedTest
  @ValueSource(strings = {"h", "h:", "h:80", "h:0081", "[::1]:8"})
  void theHostIsTheAuthorityAsItCame(String authority) throws InterruptedException {
    assertThat(answer("GET", "/x", ":authority", authority)).contains("200");
    assertThat(backend.last().fields("host")).containsExactly(authority);
  }

  @ParameterizedTest
  @ValueSource(strings = {"h", "h:", "h:0081", "h:80", "[::ffff:1.2.3.4]", "[::ffff:1.2.3.4]:8"})
  void theAuthorityIsTheHostAsItCame(String host) throws Exception {
    try (Http2Peer peer = Http2Peer.server();
        TestProxy before =
            TestProxy.start(
                TestConfig.of()
                    .withBackends(List.of(at(peer.port())))
                    .withConnections(ConnectionsConfig.DEFAULT.withProtocol(Protocol.H2)));
        RawClient old = before.connect()) {
      old.send("GET /x HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
      assertThat(peer.next().next()).contains("[:authority: " + host + "]");
    }
  }

  private static BackendConfig at(int port) {
    return new BackendConfig("p", new BackendAddress("127.0.0.1", port), 1, AdminState.READY);
  }

  @Test
  void hostsThatDifferAreRefused() throws InterruptedException {
    assertThat(answer("GET", "/x", "host", "a", "host", "b")).isEqualTo("RST 1");
    assertThat(answer("GET", "/x", ":authority", "a", "host", "a", "host", "a")).isEqualTo("RST 1");
    assertThat(answer("GET", "/x", ":authority", "a", "host", "b")).isEqualTo("RST 1");
    assertThat(answer("GET", "/x", ":authority", "a:80", "host", "a:080")).contains("400");
    assertThat(backend.requests()).isEmpty();
  }

  @Test
  void aPathNamesNoHost() throws InterruptedException {
    assertThat(answer("GET", "http://other/x", ":authority", "t")).contains("400");
    assertThat(backend.requests()).isEmpty();
  }

  @Test
  void aMethodThatIsNoneEndsItsStreamAlone() throws InterruptedException {
    assertThat(answer("GET /other", "/x", ":authority", "t")).isEqualTo("RST 1");
    assertThat(answer("GET", "/x", ":authority", "t")).contains("200");
    assertThat(proxy.clients()).isEqualTo(1);
  }

  /** What HTTP/1.1 has as one line, method, version and blanks included. */
  @Test
  void theRequestLineHasOneLimitInBothVersions() throws Exception {
    proxy.publish(
        c ->
            c.speaking(null, ListenerProtocol.H1, ListenerProtocol.H2C)
                .withLimits(TestLimits.requestLine(100)));
    String longest = "/" + "p".repeat(100 - "GET / HTTP/1.1".length());
    await()
        .untilAsserted(
            () -> {
              try (RawClient old = proxy.connect()) {
                assertThat(old.get(longest).status()).isEqualTo(200);
                assertThat(old.get(longest + "p").status()).isEqualTo(414);
              }
            });
    client.close();
    client = Http2Peer.client(proxy.port());
    assertThat(answer("GET", longest, ":authority", "t")).contains("200");
    assertThat(answer("GET", longest + "?", ":authority", "t"))
        .contains("414", "proxy-status: clockwise; error=http_request_error");
    assertThat(answer("PUT", "/p q" + longest, ":authority", "t")).contains("414");
    assertThat(answer("GET", "/", ":authority", "t")).contains("200");
    assertThat(proxy.meters().loop(0).failures(FailureKind.TARGET_TOO_LONG)).isEqualTo(3);
  }
}
