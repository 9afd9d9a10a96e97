package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.CertificateConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.KeySource.CertificatePart;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.TlsConfig;
import io.clockwise.config.TlsConfig.ClientAuth;
import io.clockwise.config.TlsConfig.Version;
import io.clockwise.testkit.LoggedRequest;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.TlsClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Routing keys from what the TLS handshake told. */
@Timeout(60)
class ProxyTlsKeyIT {
  @TempDir private Path directory;
  private TestAuthority authority;
  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    authority = new TestAuthority(directory);
    backend = TestBackend.start("a");
    CertificateConfig one = authority.write("one.test");
    TlsConfig tls =
        new TlsConfig(List.of(one), Version.V1_2, ClientAuth.REQUEST, authority.authorityFile());
    proxy =
        TestProxy.start(
            TestConfig.of(backend).speaking(tls, ListenerProtocol.H1, ListenerProtocol.H2));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private void keyedBy(KeySource source) {
    proxy.publish(config -> config.withKey(source));
  }

  /** Sends a request and returns what the log says of its key. */
  private LoggedRequest.@Nullable Key keyOf(TlsClient client) throws IOException {
    int before = proxy.records().size();
    try (RawClient open = client.open(proxy.port())) {
      assertThat(open.get("/").status()).isEqualTo(200);
    }
    return logged(before);
  }

  private LoggedRequest.@Nullable Key logged(int before) {
    Awaitility.await().until(() -> proxy.records().size() > before);
    return proxy.records().get(before).choice().key();
  }

  @Test
  void serverNames() throws IOException {
    keyedBy(new KeySource.TlsServerName(null));

    LoggedRequest.Key one = keyOf(TlsClient.plain().named("one.test"));
    assertThat(one).isNotNull();
    assertThat(one.source()).isEqualTo("tlsServerName");
    assertThat(keyOf(TlsClient.plain().named("ONE.test"))).isEqualTo(one);
    assertThat(keyOf(TlsClient.plain().named("two.test"))).isNotNull().isNotEqualTo(one);
    assertThat(keyOf(TlsClient.plain())).isNull();
  }

  @Test
  void namesInCertificatesOfClients() throws IOException {
    keyedBy(new KeySource.TlsClientCertificate(CertificatePart.SUBJECT, null));

    LoggedRequest.Key one = keyOf(TlsClient.showing(authority.of("client-1")));
    assertThat(one).isNotNull();
    assertThat(one.source()).isEqualTo("tlsClientCertificate");
    assertThat(keyOf(TlsClient.showing(authority.of("client-1")).versions("TLSv1.2")))
        .isEqualTo(one); // a renewal keeps it
    assertThat(keyOf(TlsClient.showing(authority.of("client-2")))).isNotNull().isNotEqualTo(one);
    assertThat(keyOf(TlsClient.plain())).isNull();
  }

  @Test
  void fingerprintsOfCertificatesOfClients() throws IOException {
    keyedBy(new KeySource.TlsClientCertificate(CertificatePart.FINGERPRINT, null));

    var shown = authority.of("client-1");
    LoggedRequest.Key one = keyOf(TlsClient.showing(shown));
    assertThat(one).isNotNull();
    assertThat(keyOf(TlsClient.showing(shown))).isEqualTo(one);
    assertThat(keyOf(TlsClient.showing(authority.of("client-1")))).isNotNull().isNotEqualTo(one);
    assertThat(keyOf(TlsClient.plain())).isNull();
  }

  @Test
  void withoutTlsThereIsNoKey() throws IOException {
    proxy.close();
    proxy = TestProxy.start(TestConfig.of(backend));
    for (KeySource source :
        List.of(
            new KeySource.TlsServerName(null),
            new KeySource.TlsClientCertificate(CertificatePart.SUBJECT, null))) {
      keyedBy(source);
      int before = proxy.records().size();
      try (RawClient client = proxy.connect()) {
        assertThat(client.get("/").status()).isEqualTo(200);
      }
      assertThat(logged(before)).isNull();
    }
  }
}
