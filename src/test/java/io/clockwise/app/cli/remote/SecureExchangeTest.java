package io.clockwise.app.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.clockwise.app.cli.settings.ApiEndpoint;
import io.clockwise.app.cli.settings.ApiToken;
import io.clockwise.testkit.TestAuthority;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls over TLS: nothing is sent to whom the certificate does not name, or nobody vouches for. */
class SecureExchangeTest {
  @TempDir private Path directory;
  private SSLContext before;
  private TestAuthority authority;

  @BeforeEach
  void trustTheAuthority() throws Exception {
    authority = new TestAuthority(directory);
    before = SSLContext.getDefault();
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry("authority", authority.authority().getCertificate());
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    SSLContext.setDefault(context);
  }

  @AfterEach
  void trustAsBefore() {
    SSLContext.setDefault(before);
  }

  private ApiAnswer call(X509Bundle certificate) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(certificate.toKeyManagerFactory().getKeyManagers(), null, null);
    try (SSLServerSocket server =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CompletableFuture.runAsync(() -> answer(server));
      ApiEndpoint endpoint = ApiEndpoint.parse("https://localhost:" + server.getLocalPort(), "t");
      return new Wire(ApiToken.NONE, Duration.ofSeconds(5))
          .call(endpoint, ApiRequest.get(ApiPath.of("pools")));
    }
  }

  private static void answer(SSLServerSocket server) {
    try (Socket socket = server.accept()) {
      socket.getInputStream().read();
      socket
          .getOutputStream()
          .write("HTTP/1.1 200 OK\r\n\r\n{}".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // the client did not like the certificate
    }
  }

  @Test
  void aServerThatIsVouchedForIsCalled() throws Exception {
    assertThat(call(authority.of("localhost")).text()).isEqualTo("{}");
  }

  @Test
  void anotherNameIsAnotherServer() {
    assertUnsent(authority.of("elsewhere.example"));
  }

  @Test
  void aCertificateThatNobodyVouchesForIsNotTaken() {
    assertUnsent(TestAuthority.selfSigned("localhost"));
    assertUnsent(authority.expired("localhost"));
  }

  private void assertUnsent(X509Bundle certificate) {
    assertThatThrownBy(() -> call(certificate))
        .isInstanceOfSatisfying(NoAnswer.class, e -> assertThat(e.isUnsent()).isTrue());
  }
}
