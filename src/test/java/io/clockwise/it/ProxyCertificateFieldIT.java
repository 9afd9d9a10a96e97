package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.CertificateConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.ProxyProtocolConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TlsConfig;
import io.clockwise.config.TlsConfig.ClientAuth;
import io.clockwise.config.TlsConfig.Version;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.RawHttp2;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.TlsClient;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The certificate that a client showed, in a field for backends; nobody can make it up. */
@Timeout(60)
class ProxyCertificateFieldIT {
  private static final String FORGED =
      "GET /x HTTP/1.1\r\nHost: t\r\nclient-CERT: :forged:\r\nClient_Cert: :forged:\r\n"
          + "Connection: Client-Cert\r\n\r\n";

  @TempDir private Path directory;
  private TestAuthority authority;
  private TlsConfig tls;
  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    authority = new TestAuthority(directory);
    backend = TestBackend.start("a");
    CertificateConfig one = authority.write("one.test");
    tls =
        new TlsConfig(List.of(one), Version.V1_2, ClientAuth.REQUEST, authority.authorityFile())
            .withClientCertificateHeader("Client-Cert");
    proxy =
        TestProxy.start(
            TestConfig.of(backend).speaking(tls, ListenerProtocol.H1, ListenerProtocol.H2));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private static String expected(X509Bundle shown) throws CertificateEncodingException {
    byte[] der = shown.getCertificate().getEncoded();
    return ":" + Base64.getEncoder().encodeToString(der) + ":";
  }

  private void assertNothingForged() {
    ReceivedRequest last = backend.last();
    assertThat(last.rawHead().toLowerCase(Locale.ROOT)).doesNotContain("forged");
    assertThat(last.field("client_cert")).isEmpty();
    assertThat(last.trailers()).isEmpty();
  }

  @Test
  void backendsGetWhatTheClientShowed() throws Exception {
    X509Bundle shown = authority.of("client-1");
    try (RawClient client = TlsClient.showing(shown).open(proxy.port())) {
      for (int i = 0; i < 2; i++) {
        assertThat(client.send(FORGED).answer().status()).isEqualTo(200);
        assertNothingForged();
        assertThat(backend.last().fields("client-cert")).containsExactly(expected(shown));
      }
    }
    try (RawHttp2 client =
        RawHttp2.over(TlsClient.showing(shown).offering("h2").connect(proxy.port()))) {
      client.request(1, "client-cert", ":forged:").until(RawHttp2.HEADERS);
      assertNothingForged();
      assertThat(backend.last().fields("client-cert")).containsExactly(expected(shown));
    }
  }

  @Test
  void whatAClientWithoutOneMakesUpIsTakenAway() throws IOException {
    try (RawClient client = TlsClient.plain().open(proxy.port())) {
      assertThat(client.send(FORGED).answer().status()).isEqualTo(200);
      assertNothingForged();
      assertThat(backend.last().field("client-cert")).isEmpty();
      String trailing =
          "POST /x HTTP/1.1\r\nHost: t\r\nTE: trailers\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "0\r\nClient-Cert: :forged:\r\n\r\n";
      assertThat(client.send(trailing).answer().status()).isEqualTo(200);
      assertNothingForged();
    }
  }

  @Test
  void noOtherListenerIsAWayRound() throws IOException {
    ListenerConfig plain = new ListenerConfig(new SocketBind("localhost", 0));
    ListenerConfig secured =
        new ListenerConfig(
            new SocketBind("127.0.0.1", 0),
            List.of(ListenerProtocol.H1),
            ProxyProtocolConfig.OFF,
            tls);
    proxy.close();
    proxy = TestProxy.start(TestConfig.of(backend).withListeners(List.of(plain, secured)));
    try (RawClient client = proxy.connect()) {
      assertThat(client.send(FORGED).answer().status()).isEqualTo(200);
      assertNothingForged();
      assertThat(backend.last().field("client-cert")).isEmpty();
    }
  }

  @Test
  void withoutTheOptionTheFieldIsAnyOther() throws IOException {
    TlsConfig off = tls.withClientCertificateHeader("");
    proxy.publish(config -> config.speaking(off, ListenerProtocol.H1, ListenerProtocol.H2));
    try (RawClient client = TlsClient.showing(authority.of("c")).open(proxy.port())) {
      client.send("GET / HTTP/1.1\r\nHost: t\r\nClient-Cert: :mine:\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(backend.last().fields("client-cert")).containsExactly(":mine:");
    }
  }
}
