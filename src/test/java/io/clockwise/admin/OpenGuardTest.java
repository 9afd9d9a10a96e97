package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in without tokens: no web page but the operator's own. */
class OpenGuardTest {
  @TempDir private static Path directory;
  private static AdminServer server;

  @BeforeAll
  static void start() {
    server = new AdminServer(directory);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static int status(HttpRequest<Buffer> request) {
    return AdminServer.await(request.send()).statusCode();
  }

  private static HttpRequest<Buffer> maint() {
    return server.request("POST", "/v1/pools/web/backends/a/maint");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.0.0.1:9902",
        "[::1]:9902",
        "[::1]",
        "localhost",
        "LocalHost:80",
        "x.localhost:1",
        "10.1.2.3"
      })
  void takesOwnHosts(String host) {
    assertThat(status(maint().putHeader("Host", host))).isEqualTo(200);
    assertThat(status(maint().putHeader("Host", host).putHeader("Origin", "http://" + host)))
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "evil.example:9902", "localhost.evil.example", "1.2.3"})
  void refusesHostsThatWereRebound(String host) {
    assertThat(status(maint().putHeader("Host", host).putHeader("Origin", "http://" + host)))
        .isEqualTo(403);
    assertThat(status(server.request("GET", "/v1/pools").putHeader("Host", host))).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example",
        "null",
        "http://127.0.0.1:1",
        "https://127.0.0.1:9902",
        "file://"
      })
  void refusesForeignOrigins(String origin) {
    assertThat(status(maint().putHeader("Host", "127.0.0.1").putHeader("Origin", origin)))
        .isEqualTo(403);
  }

  @Test
  void refusesWhatBrowsersCallCrossSite() {
    assertThat(status(maint().putHeader("Sec-Fetch-Site", "cross-site"))).isEqualTo(403);
    assertThat(status(maint().putHeader("Sec-Fetch-Site", "same-origin"))).isEqualTo(200);
  }
}
