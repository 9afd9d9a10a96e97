package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.CertificateConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.ProxyProtocolConfig.Mode;
import io.clockwise.config.TlsConfig;
import io.clockwise.config.TlsConfig.ClientAuth;
import io.clockwise.config.TlsConfig.Version;
import io.clockwise.telemetry.ConnectionMeters.Refusal;
import io.clockwise.testkit.LogWatch;
import io.clockwise.testkit.ProxyHeader;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.RawHttp2;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestLimits;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.TlsClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS of listeners: versions, names, certificates that change, and those of clients. */
@Timeout(60)
class ProxyTlsIT {
  @TempDir private Path directory;
  private TestAuthority certificates;
  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    certificates = new TestAuthority(directory);
    backend = TestBackend.start("a");
    CertificateConfig one = certificates.write("one.test");
    CertificateConfig two = certificates.write("two.test", certificates.rsa("two.test"));
    proxy =
        TestProxy.start(
            TestConfig.of(backend)
                .speaking(tls(one, two), ListenerProtocol.H1, ListenerProtocol.H2),
            2);
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private static TlsConfig tls(CertificateConfig... pairs) {
    return new TlsConfig(List.of(pairs), Version.V1_2, ClientAuth.NONE, null);
  }

  private TlsConfig current() {
    return proxy.table().config().listeners().get(0).tls();
  }

  private void publish(TlsConfig tls) {
    proxy.publish(c -> c.speaking(tls, ListenerProtocol.H1, ListenerProtocol.H2));
  }

  @Test
  void requestsAreForwardedAsHttps() throws IOException {
    for (String version : List.of("TLSv1.2", "TLSv1.3")) {
      try (RawClient client = TlsClient.plain().versions(version).open(proxy.port())) {
        assertThat(client.get("/").status()).isEqualTo(200);
        assertThat(client.get("/again").status()).isEqualTo(200);
      }
      assertThat(backend.last().field("x-forwarded-proto")).contains("https");
    }
  }

  @Test
  void oldVersionsAndWeakSuitesAreRefused() {
    assertThatThrownBy(() -> TlsClient.plain().versions("TLSv1.1").connect(proxy.port()))
        .isInstanceOf(SSLException.class);
    for (String suite :
        List.of(
            "TLS_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA")) {
      assertThatThrownBy(
              () -> TlsClient.plain().versions("TLSv1.2").suites(suite).connect(proxy.port()))
          .as(suite)
          .isInstanceOf(IOException.class);
    }
    await().until(() -> refused(Refusal.TLS_HANDSHAKE) >= 3);
  }

  private long refused(Refusal why) {
    return proxy.meters().connections().refusals(why);
  }

  @Test
  void theOldestVersionCanBeRaised() throws IOException {
    publish(new TlsConfig(current().certificates(), Version.V1_3, ClientAuth.NONE, null));

    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(
                        () -> TlsClient.plain().versions("TLSv1.2").connect(proxy.port()))
                    .isInstanceOf(SSLException.class));
    TlsClient.plain().versions("TLSv1.3").connect(proxy.port()).close();
  }

  @Test
  void theServerNameChoosesTheCertificate() throws IOException {
    int port = proxy.port();

    assertThat(TlsClient.plain().named("one.test").shown(port)).startsWith("CN=one.test");
    assertThat(TlsClient.plain().named("two.test").shown(port)).startsWith("CN=two.test");
    assertThat(TlsClient.plain().named("other.test").shown(port)).startsWith("CN=one.test");
    assertThat(TlsClient.plain().shown(port)).startsWith("CN=one.test");
  }

  @Test
  void theProtocolIsChosenByAlpn() throws IOException {
    int port = proxy.port();
    try (SSLSocket both = TlsClient.plain().offering("h2", "http/1.1").connect(port);
        SSLSocket old = TlsClient.plain().offering("http/1.1").connect(port);
        SSLSocket none = TlsClient.plain().connect(port)) {
      assertThat(both.getApplicationProtocol()).isEqualTo("h2");
      assertThat(old.getApplicationProtocol()).isEqualTo("http/1.1");
      assertThat(RawClient.over(none).get("/").status()).isEqualTo(200);
    }
    proxy.publish(c -> c.speaking(current(), ListenerProtocol.H1));
    await()
        .untilAsserted(
            () -> {
              try (SSLSocket both = TlsClient.plain().offering("h2", "http/1.1").connect(port)) {
                assertThat(both.getApplicationProtocol()).isEqualTo("http/1.1");
                assertThat(RawClient.over(both).get("/").status()).isEqualTo(200);
              }
            });
  }

  @Test
  void newCertificatesAreTakenWithoutLosingAConnection() throws IOException {
    String before = TlsClient.plain().shown(proxy.port());
    try (RawClient open = TlsClient.plain().open(proxy.port())) {
      assertThat(open.get("/").status()).isEqualTo(200);
      certificates.write("one.test");

      await().until(() -> !TlsClient.plain().shown(proxy.port()).equals(before));
      assertThat(TlsClient.plain().shown(proxy.port())).startsWith("CN=one.test");
      assertThat(TlsClient.plain().named("two.test").shown(proxy.port())).startsWith("CN=two");
      assertThat(open.get("/").status()).isEqualTo(200);
    }
  }

  @Test
  void filesThatDoNotFitAreNotTaken() throws Exception {
    String before = TlsClient.plain().shown(proxy.port());
    CertificateConfig files = current().certificates().get(0);
    String key = Files.readString(files.key());
    try (LogWatch log = new LogWatch()) {
      Files.writeString(files.cert(), certificates.of("one.test").getCertificatePathPEM());
      await().until(() -> log.count("is not that of") == 1);
      Files.writeString(files.key(), "nonsense");
      await().until(() -> log.count("holds no PEM private key") == 1);
      Files.delete(files.key());
      await().until(() -> log.count("no such file") == 1);
      assertThat(log.lines()).allMatch(line -> line.contains(files.key().toString()));
    }
    assertThat(TlsClient.plain().shown(proxy.port())).isEqualTo(before);
    Files.writeString(files.key(), key);
    certificates.write("one.test");
    await().until(() -> !TlsClient.plain().shown(proxy.port()).equals(before));
  }

  @Test
  void aChangeOfTheConfigurationApplies() throws IOException {
    publish(tls(certificates.write("three.test")));

    await().until(() -> TlsClient.plain().shown(proxy.port()).startsWith("CN=three.test"));
    CertificateConfig missing =
        new CertificateConfig(directory.resolve("no.pem"), directory.resolve("no.key"));
    try (LogWatch log = new LogWatch()) {
      publish(tls(missing));
      await().until(() -> log.count("no.pem: no such file; the old listeners stay") == 1);
    }
    assertThat(TlsClient.plain().shown(proxy.port())).startsWith("CN=three.test");
  }

  @Test
  void tlsCanBeSwitchedOnAndOff() throws IOException {
    int port = proxy.port();
    TlsConfig tls = current();
    proxy.publish(c -> c.speaking(null, ListenerProtocol.H1));
    await()
        .ignoreExceptions()
        .until(
            () -> {
              try (RawClient client = RawClient.to(port)) {
                return client.get("/").status() == 200;
              }
            });
    publish(tls);
    await()
        .ignoreExceptions()
        .until(
            () -> {
              try (RawClient client = TlsClient.plain().open(port)) {
                return client.get("/").status() == 200;
              }
            });
  }

  @Test
  void aSlowHandshakeIsEnded() throws IOException {
    proxy.publish(c -> c.withLimits(TestLimits.times(Duration.ofMillis(300), Duration.ofHours(1))));
    try (RawClient silent = RawClient.to(proxy.port());
        RawClient slow = RawClient.to(proxy.port()).send(new byte[] {22, 3, 1, 2, 0, 1})) {
      assertThat(silent.isClosed()).isTrue();
      assertThat(slow.isClosed()).isTrue();
    }
    await().until(() -> refused(Refusal.TOO_SLOW) == 2);
  }

  @Test
  void theExpiryIsCounted() {
    await().until(() -> !proxy.meters().certificateExpiries().isEmpty());

    assertThat(proxy.meters().certificateExpiries().values().iterator().next())
        .hasSize(2)
        .containsKey(directory.resolve("one.test.pem").toString());
  }

  @Test
  void aBelievedHeaderComesBeforeTheHandshake() throws IOException {
    TlsConfig tls = current();
    int port = proxy.port();
    proxy.publish(c -> c.believing(Mode.REQUIRED, tls, ListenerProtocol.H1, ListenerProtocol.H2));
    byte[] header = ProxyHeader.v2(50);

    try (RawClient client = RawClient.over(TlsClient.plain().connect(port, header))) {
      assertThat(client.get("/").status()).isEqualTo(200);
    }
    assertThat(backend.last().field("x-forwarded-for")).contains("203.0.113.7");
    try (SSLSocket socket = TlsClient.plain().offering("h2").connect(port, header)) {
      assertThat(RawHttp2.over(socket).request(1).until(RawHttp2.HEADERS).status())
          .isEqualTo("200");
    }
    assertThatThrownBy(() -> TlsClient.plain().connect(port)).isInstanceOf(IOException.class);
    await().until(() -> refused(Refusal.PROXY_HEADER) == 1);
  }

  /** What belongs to a loop is used without a lock. */
  @Test
  void eachEventLoopServesWhatItAccepts() throws IOException {
    for (int i = 0; i < 8; i++) {
      try (RawClient client = TlsClient.plain().open(proxy.port())) {
        assertThat(client.get("/x").status()).isEqualTo(200);
      }
    }
    await().until(() -> proxy.records().size() == 8);
    assertThat(proxy.threadsOf(0)).hasSize(1);
    assertThat(proxy.threadsOf(1)).hasSize(1).isNotEqualTo(proxy.threadsOf(0));
  }
}
