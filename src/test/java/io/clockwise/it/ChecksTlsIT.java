package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.HealthConfig.Http;
import io.clockwise.config.HealthConfig.Tcp;
import io.clockwise.config.PemFile;
import io.clockwise.model.Health;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.VertxBackend;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Probes over TLS: whose certificate is believed, and what is said of one that is not. */
class ChecksTlsIT extends ChecksFixture {
  private static final X509Bundle LOCAL = TestAuthority.selfSigned("localhost");
  private static final X509Bundle OTHER = TestAuthority.onCurve("proxy.example");

  private static final BackendTlsConfig BLIND =
      new BackendTlsConfig(false, null, "auto", null, null);

  private static BackendTlsConfig trusting(X509Bundle pair) {
    return new BackendTlsConfig(true, pem(pair.getCertificatePEM()), "localhost", null, null);
  }

  private static PemFile pem(String text) {
    return new PemFile(Path.of("/test.pem"), text);
  }

  @Test
  void believesAndNamesOverTls() {
    try (VertxBackend backend = VertxBackend.start(VertxBackend.tls(LOCAL).setSni(true))) {
      probe(Http.of("/x"), backend.port(), trusting(LOCAL));
      assertUp();
      assertThat(backend.requests().get(0).connection().indicatedServerName())
          .isEqualTo("localhost");
      assertThat(backend.requests().get(0).getHeader("host"))
          .isEqualTo("127.0.0.1:" + backend.port());
    }
  }

  @Test
  void aCertificateThatIsNotBelievedIsDown() {
    try (VertxBackend backend = VertxBackend.start(VertxBackend.tls(LOCAL))) {
      probe(Http.of("/x"), backend.port(), trusting(OTHER));
      assertDown("certificate not trusted: ", false);
    }
  }

  @Test
  void theHandshakeIsAPartOfConnecting() {
    try (VertxBackend backend = VertxBackend.start(VertxBackend.tls(LOCAL))) {
      probe(new Tcp(), backend.port(), trusting(LOCAL));
      assertUp();
      proxy.reload(
          Map.of(
              "web",
              pool(check(new Tcp(), PATIENT), at("a", backend.port())).withTls(trusting(OTHER))));
      assertDown("certificate not trusted: ", false);
    }
  }

  @Test
  void showsItsCertificate() {
    HttpServerOptions strict =
        VertxBackend.tls(LOCAL)
            .setClientAuth(ClientAuth.REQUIRED)
            .setTrustOptions(
                new PemTrustOptions().addCertValue(Buffer.buffer(OTHER.getCertificatePEM())));
    try (VertxBackend backend = VertxBackend.start(strict)) {
      probe(
          Http.of("/x"),
          backend.port(),
          new BackendTlsConfig(
              true,
              pem(LOCAL.getCertificatePEM()),
              "localhost",
              pem(OTHER.getCertificatePEM()),
              pem(OTHER.getPrivateKeyPEM())));
      assertUp();
    }
  }

  @Test
  void oneThatHasExpiredIsDownUnlessNothingIsVerified(@TempDir Path directory) {
    TestAuthority authority = new TestAuthority(directory);
    try (VertxBackend backend =
        VertxBackend.start(VertxBackend.tls(authority.expired("localhost")))) {
      probe(Http.of("/x"), backend.port(), trusting(authority.authority()));
      assertDown("certificate not trusted: ", false);
      assertThat(health("a").reason()).contains("NotAfter");
      assertThat(backend.requests()).isEmpty();
      reload(backend, BLIND);
      awaitHealth("a", Health.UP);
    }
  }

  @Test
  void oneThatSignsItselfIsDownUnlessItIsNamedOrNothingIsVerified() {
    try (VertxBackend backend = VertxBackend.start(VertxBackend.tls(LOCAL))) {
      probe(
          Http.of("/x"), backend.port(), new BackendTlsConfig(true, null, "localhost", null, null));
      assertDown("certificate not trusted: ", false);
      assertThat(health("a").reason()).contains("unable to find valid certification path");
      assertThat(backend.requests()).isEmpty();
      reload(backend, trusting(LOCAL));
      awaitHealth("a", Health.UP);
      reload(backend, trusting(OTHER));
      awaitHealth("a", Health.DOWN);
      reload(backend, BLIND);
      awaitHealth("a", Health.UP);
    }
  }

  private void reload(VertxBackend backend, BackendTlsConfig tls) {
    proxy.reload(
        Map.of("web", pool(check(Http.of("/x"), PATIENT), at("a", backend.port())).withTls(tls)));
  }
}
