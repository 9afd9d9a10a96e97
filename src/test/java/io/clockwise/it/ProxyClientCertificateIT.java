package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.CertificateConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.TlsConfig;
import io.clockwise.config.TlsConfig.ClientAuth;
import io.clockwise.config.TlsConfig.Version;
import io.clockwise.telemetry.ConnectionMeters.Refusal;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.TlsClient;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of clients, and names that nobody has a certificate for. */
@Timeout(120)
class ProxyClientCertificateIT {
  @TempDir private Path directory;
  private TestAuthority authority;
  private CertificateConfig pair;
  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    authority = new TestAuthority(directory);
    backend = TestBackend.start("a");
    pair = authority.write("one.test");
    proxy = TestProxy.start(TestConfig.of(backend).speaking(tls(ClientAuth.NONE), PROTOCOLS));
  }

  private static final ListenerProtocol[] PROTOCOLS = {ListenerProtocol.H1, ListenerProtocol.H2};

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private TlsConfig tls(ClientAuth auth) throws IOException {
    Path ca = auth == ClientAuth.NONE ? null : authority.authorityFile();
    return new TlsConfig(List.of(pair), Version.V1_2, auth, ca);
  }

  private void ask(ClientAuth auth) throws IOException {
    TlsConfig tls = tls(auth);
    proxy.publish(c -> c.speaking(tls, PROTOCOLS));
  }

  private int get(TlsClient client) throws IOException {
    try (RawClient open = client.open(proxy.port())) {
      return open.get("/").status();
    }
  }

  /* With TLS 1.3 a client learns of the refusal after its own handshake. */
  @Test
  void requiredRefusesThoseWithoutAndOfOthers() throws IOException {
    TestAuthority other = new TestAuthority(directory);
    ask(ClientAuth.REQUIRED);

    await()
        .untilAsserted(
            () -> assertThatThrownBy(() -> get(TlsClient.plain())).isInstanceOf(IOException.class));
    assertThat(get(TlsClient.showing(authority.of("client-1")))).isEqualTo(200);
    assertThatThrownBy(() -> get(TlsClient.showing(other.of("client-1"))))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> get(TlsClient.plain().versions("TLSv1.2")))
        .isInstanceOf(IOException.class);
    await().until(() -> proxy.meters().connections().refusals(Refusal.TLS_HANDSHAKE) >= 3);
    assertThat(get(TlsClient.showing(authority.of("client-1")).versions("TLSv1.2"))).isEqualTo(200);
  }

  @Test
  void requestTakesThoseWithout() throws IOException {
    TestAuthority other = new TestAuthority(directory);
    ask(ClientAuth.REQUEST);

    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> get(TlsClient.showing(other.of("client-1"))))
                    .isInstanceOf(IOException.class));
    assertThat(get(TlsClient.plain())).isEqualTo(200);
    assertThat(get(TlsClient.showing(authority.of("client-1")))).isEqualTo(200);
  }

  @Test
  void namesThatNobodyHasCostNoMemory() throws IOException {
    handshakes(0, 500);
    long before = usedHeap();
    handshakes(500, 3_000);

    assertThat(usedHeap() - before).isLessThan(8 << 20);
  }

  private void handshakes(int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      TlsClient.plain().named("name-" + i + ".example.org").connect(proxy.port()).close();
    }
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
