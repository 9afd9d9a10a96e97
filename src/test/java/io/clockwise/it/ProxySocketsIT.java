package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.OnFull;
import io.clockwise.config.ConnectionsConfig.Protocol;
import io.clockwise.config.ConnectionsConfig.ProxyProtocol;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.UpstreamMeters.State;
import io.clockwise.testkit.HeadedBackend;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.VertxBackend;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which sockets lead to backends, and what they begin with. */
class ProxySocketsIT {
  /* The first handshake of a process loads hundreds of classes at both ends. */
  private static final TimeoutsConfig PATIENT =
      new TimeoutsConfig(
          Duration.ofSeconds(20),
          TimeoutsConfig.DEFAULT.response(),
          TimeoutsConfig.DEFAULT.idle(),
          TimeoutsConfig.DEFAULT.tunnelIdle());

  private static RawAnswer get(TestProxy proxy) throws IOException {
    try (RawClient client = proxy.connect()) {
      return client.get("/x");
    }
  }

  private static BackendConfig at(String id, String host, int port) {
    return new BackendConfig(id, new BackendAddress(host, port), 1, AdminState.READY);
  }

  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"H1", "H2"})
  void aUnixSocketLeadsToABackend(Protocol protocol, @TempDir Path folder) throws IOException {
    String path = folder.resolve("app.sock").toString();
    TestConfig config =
        TestConfig.of()
            .withBackends(List.of(at("u", path, 0)))
            .withConnections(ConnectionsConfig.DEFAULT.withProtocol(protocol));
    try (VertxBackend backend =
            VertxBackend.start(new HttpServerOptions(), SocketAddress.domainSocketAddress(path));
        TestProxy proxy = TestProxy.start(config);
        RawClient client = proxy.connect()) {
      backend.script(request -> request.response().end(String.valueOf(request.authority())));

      assertThat(client.send("GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n").answer().text())
          .isEqualTo("shop.example");
    }
  }

  @Test
  void aSocketThatIsNotThereIsToldAsSuch(@TempDir Path folder) throws IOException {
    String path = folder.resolve("gone.sock").toString();
    try (TestProxy proxy =
        TestProxy.start(TestConfig.of().withBackends(List.of(at("u", path, 0))))) {
      assertThat(get(proxy).field("proxy-status")).contains("clockwise; error=connection_refused");
      assertThat(proxy.meters().loop(0).upstream().failures(FailureKind.CONNECT_REFUSED))
          .isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"V1, H1", "V2, H1", "V2, H2"})
  void aHeaderTellsTheClientsAddress(ProxyProtocol version, Protocol protocol) throws IOException {
    ConnectionsConfig told =
        ConnectionsConfig.DEFAULT.withProxyProtocol(version).withProtocol(protocol);
    try (HeadedBackend backend = HeadedBackend.start();
        TestProxy proxy =
            TestProxy.start(
                TestConfig.of()
                    .withBackends(List.of(at("p", "127.0.0.1", backend.port())))
                    .withConnections(told));
        RawClient client = proxy.connect()) {
      String source = "127.0.0.1:" + client.localPort() + " 127.0.0.1:" + proxy.port();

      assertThat(client.get("/1").text()).isEqualTo(source);
      assertThat(client.get("/2").text()).isEqualTo(source);
      assertThat(backend.accepted()).isEqualTo(1);
      try (RawClient other = proxy.connect()) {
        assertThat(other.get("/3").text())
            .isEqualTo("127.0.0.1:" + other.localPort() + " 127.0.0.1:" + proxy.port());
      }
      assertThat(backend.accepted()).isEqualTo(2);
    }
  }

  @Test
  void theHeaderGoesBeforeTls() throws IOException {
    X509Bundle pair = TestAuthority.onCurve("localhost");
    try (HeadedBackend backend = HeadedBackend.start(VertxBackend.tls(pair));
        TestProxy proxy =
            TestProxy.start(
                TestConfig.of()
                    .withBackends(List.of(at("p", "127.0.0.1", backend.port())))
                    .withConnections(ConnectionsConfig.DEFAULT.withProxyProtocol(ProxyProtocol.V2))
                    .withTimeouts(PATIENT)
                    .withPool(
                        p -> p.withTls(new BackendTlsConfig(false, null, "auto", null, null))));
        RawClient client = proxy.connect()) {
      assertThat(client.get("/").text())
          .isEqualTo("127.0.0.1:" + client.localPort() + " 127.0.0.1:" + proxy.port());
    }
  }

  @Test
  void connectionsOfOthersMakeRoomAtTheLimit() throws IOException {
    ConnectionsConfig one =
        new ConnectionsConfig(1, 10, Duration.ofSeconds(5), Duration.ofSeconds(4))
            .withProxyProtocol(ProxyProtocol.V1);
    try (HeadedBackend backend = HeadedBackend.start();
        TestProxy proxy =
            TestProxy.start(
                TestConfig.of()
                    .withBackends(List.of(at("p", "127.0.0.1", backend.port())))
                    .withConnections(one))) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(proxy).status()).isEqualTo(200);
      }
      await().until(() -> proxy.meters().loop(0).upstream().connections(State.IDLE) == 1);
    }
  }

  @Test
  void aHandshakeThatTakesTooLongIsGivenUp() throws IOException {
    TimeoutsConfig quick =
        new TimeoutsConfig(Duration.ofMillis(300), Duration.ofSeconds(9), Duration.ofSeconds(9));
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        TestProxy proxy =
            TestProxy.start(
                TestConfig.of()
                    .withBackends(List.of(at("s", "127.0.0.1", silent.getLocalPort())))
                    .withPool(p -> p.withTls(BackendTlsConfig.DEFAULT))
                    .withTimeouts(quick))) {
      assertThat(get(proxy).field("proxy-status")).contains("clockwise; error=connection_timeout");
    }
  }

  @ParameterizedTest
  @CsvSource({"NEXT, 200", "AUTO, 200", "FAIL, 503"})
  void aFullBackendIsPassedOver(OnFull onFull, int status) throws IOException {
    ConnectionsConfig one =
        new ConnectionsConfig(1, 10, Duration.ofSeconds(5), Duration.ofSeconds(4))
            .withOnFull(onFull);
    try (TestBackend a = TestBackend.start("a");
        TestBackend b = TestBackend.start("b");
        TestProxy proxy = TestProxy.start(TestConfig.of(a, b).withConnections(one));
        RawClient first = proxy.connect();
        RawClient second = proxy.connect()) {
      a.script(r -> r.awaitClose());
      b.script(r -> r.awaitClose());
      String request = "GET /1 HTTP/1.1\r\nHost: t\r\nX-Key: k\r\n\r\n";
      first.send(request);
      await().until(() -> a.requests().size() + b.requests().size() == 1);
      TestBackend other = a.requests().isEmpty() ? a : b;
      other.script(r -> r.answer(200, new byte[0]));

      RawAnswer answer = second.send(request).answer();
      assertThat(answer.status()).isEqualTo(status);
      assertThat(other.requests()).hasSize(status == 200 ? 1 : 0);
      assertThat(proxy.meters().loop(0).failures(FailureKind.BACKEND_FULL))
          .isEqualTo(status == 200 ? 0 : 1);
    }
  }
}
