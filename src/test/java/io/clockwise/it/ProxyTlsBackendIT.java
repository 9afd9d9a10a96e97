package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.Protocol;
import io.clockwise.config.PemFile;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.VertxBackend;
import io.clockwise.testkit.WebSocketPeer;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** TLS between Clockwise and its backends. */
class ProxyTlsBackendIT {
  private static final X509Bundle LOCAL = TestAuthority.selfSigned("localhost");
  private static final X509Bundle NUMBER = TestAuthority.onCurve("127.0.0.1");
  private static final X509Bundle CLIENT = TestAuthority.onCurve("proxy.example");
  private static VertxBackend local;

  @BeforeAll
  static void start() {
    local =
        VertxBackend.start(VertxBackend.tls(LOCAL).setSni(true))
            .script(
                request ->
                    request
                        .response()
                        .putHeader("x-name", "" + request.connection().indicatedServerName())
                        .end(request.version().name()));
  }

  @AfterAll
  static void stop() {
    local.close();
  }

  private static PemFile pem(String text) {
    return new PemFile(Path.of("/test.pem"), text);
  }

  private static BackendTlsConfig trusting(X509Bundle pair) {
    return new BackendTlsConfig(true, pem(pair.getCertificatePEM()), "auto", null, null);
  }

  private static TestConfig config(VertxBackend backend, String host, BackendTlsConfig tls) {
    return TestConfig.of()
        .withBackends(List.of(backend.at(host)))
        .withPool(pool -> pool.withTls(tls));
  }

  private static RawAnswer get(TestProxy proxy) throws IOException {
    try (RawClient client = proxy.connect()) {
      return client.get("/x");
    }
  }

  private static RawAnswer ask(VertxBackend backend, String host, BackendTlsConfig tls)
      throws IOException {
    try (TestProxy proxy = TestProxy.start(config(backend, host, tls))) {
      return get(proxy);
    }
  }

  private static void assertRefused(RawAnswer answer, String error) {
    assertThat(answer.status()).isEqualTo(502);
    assertThat(answer.field("proxy-status")).contains("clockwise; error=" + error);
  }

  @Test
  void asksForTheNameOfTheAddressAndVerifiesIt() throws IOException {
    RawAnswer answer = ask(local, "localhost", trusting(LOCAL));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("HTTP_1_1");
    assertThat(answer.field("x-name")).contains("localhost");
  }

  @Test
  void refusesAnUnknownAuthority() throws IOException {
    assertRefused(ask(local, "localhost", trusting(CLIENT)), "tls_certificate_error");
    assertRefused(ask(local, "localhost", BackendTlsConfig.DEFAULT), "tls_certificate_error");
  }

  @Test
  void refusesACertificateForAnotherName() throws IOException {
    assertRefused(ask(local, "127.0.0.1", trusting(LOCAL)), "tls_certificate_error");
    BackendTlsConfig other =
        new BackendTlsConfig(true, pem(LOCAL.getCertificatePEM()), "other.example", null, null);
    assertRefused(ask(local, "localhost", other), "tls_certificate_error");
  }

  @Test
  void verifiesAFixedNameInstead() throws IOException {
    BackendTlsConfig fixed =
        new BackendTlsConfig(true, pem(LOCAL.getCertificatePEM()), "localhost", null, null);

    RawAnswer answer = ask(local, "127.0.0.1", fixed);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.field("x-name")).contains("localhost");
  }

  @Test
  void verifiesAnAddressAndAsksForNoName() throws IOException {
    try (VertxBackend number = VertxBackend.start(VertxBackend.tls(NUMBER).setSni(true))) {
      number.script(
          request -> request.response().end("" + request.connection().indicatedServerName()));
      RawAnswer answer = ask(number, "127.0.0.1", trusting(NUMBER));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text()).isEqualTo("null");
    }
  }

  @Test
  void believesEverybodyWhenTold() throws IOException {
    BackendTlsConfig blind = new BackendTlsConfig(false, null, "auto", null, null);

    assertThat(ask(local, "127.0.0.1", blind).status()).isEqualTo(200);
  }

  @Test
  void showsItsOwnCertificate() throws IOException {
    HttpServerOptions options =
        VertxBackend.tls(LOCAL)
            .setClientAuth(ClientAuth.REQUIRED)
            .setTrustOptions(
                new PemTrustOptions().addCertValue(Buffer.buffer(CLIENT.getCertificatePEM())));
    BackendTlsConfig known =
        new BackendTlsConfig(
            true,
            pem(LOCAL.getCertificatePEM()),
            "auto",
            pem(CLIENT.getCertificatePEM()),
            pem(CLIENT.getPrivateKeyPEM()));
    try (VertxBackend strict = VertxBackend.start(options)) {
      assertThat(ask(strict, "localhost", known).status()).isEqualTo(200);
      assertThat(ask(strict, "localhost", trusting(LOCAL)).status()).isEqualTo(502);
    }
  }

  @Test
  void saysThatABackendSpeaksNoTls() throws IOException {
    try (TestBackend plain = TestBackend.start("a");
        TestProxy proxy =
            TestProxy.start(TestConfig.of(plain).withPool(p -> p.withTls(trusting(LOCAL))))) {
      assertRefused(get(proxy), "tls_protocol_error");
    }
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void speaksWhatIsSet(Protocol protocol) throws IOException {
    TestConfig config =
        config(local, "localhost", trusting(LOCAL))
            .withConnections(ConnectionsConfig.DEFAULT.withProtocol(protocol));
    try (TestProxy proxy = TestProxy.start(config)) {
      RawAnswer answer = get(proxy);
      assertThat(answer.text())
          .isEqualTo((protocol == Protocol.H1 ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_2).name());
      assertThat(answer.field("via").orElseThrow())
          .startsWith(protocol == Protocol.H1 ? "1.1 " : "2.0 ");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"H2", "AUTO"})
  void knowsABackendWithoutHttp2(Protocol protocol) throws IOException {
    HttpServerOptions old = VertxBackend.tls(LOCAL).setAlpnVersions(List.of(HttpVersion.HTTP_1_1));
    try (VertxBackend backend = VertxBackend.start(old)) {
      TestConfig config =
          config(backend, "localhost", trusting(LOCAL))
              .withConnections(ConnectionsConfig.DEFAULT.withProtocol(protocol));
      try (TestProxy proxy = TestProxy.start(config)) {
        assertThat(get(proxy).status()).isEqualTo(protocol == Protocol.AUTO ? 200 : 502);
      }
    }
  }

  /** A backend that chooses HTTP/2 for requests may have WebSocket in HTTP/1.1 alone. */
  @Test
  void asksForWebSocketByTheVersionThatHasIt() throws IOException {
    try (VertxBackend both = VertxBackend.start(VertxBackend.tls(LOCAL))) {
      both.script(
          request -> {
            if (request.headers().contains("upgrade")) {
              request.toWebSocket().onSuccess(socket -> socket.writeTextMessage("hi"));
            } else {
              request.response().end(request.version().name());
            }
          });
      TestConfig config =
          config(both, "localhost", trusting(LOCAL))
              .withConnections(ConnectionsConfig.DEFAULT.withProtocol(Protocol.AUTO));
      try (TestProxy proxy = TestProxy.start(config);
          RawClient client = proxy.connect()) {
        assertThat(get(proxy).text()).isEqualTo(HttpVersion.HTTP_2.name());
        client.send(WebSocketPeer.ASK.replace("permessage-deflate", "none"));
        assertThat(client.head().status()).isEqualTo(101);
        assertThat(client.text(4)).isEqualTo("\u0081\u0002hi");
        assertThat(get(proxy).text()).isEqualTo(HttpVersion.HTTP_2.name());
        assertThat(both.accepted()).hasSize(2);
        assertThat(both.requests()).hasSize(3);
      }
    }
  }

  @Test
  void followsChangedFiles() throws IOException {
    try (TestProxy proxy = TestProxy.start(config(local, "localhost", trusting(CLIENT)))) {
      assertThat(get(proxy).status()).isEqualTo(502);
      proxy.publish(c -> c.withPool(pool -> pool.withTls(trusting(LOCAL))));
      assertThat(get(proxy).status()).isEqualTo(200);
    }
  }
}
