package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.TlsConfig;
import io.clockwise.config.TlsConfig.ClientAuth;
import io.clockwise.config.TlsConfig.Version;
import io.clockwise.testkit.KeptClients;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.StreamClients;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestLimits;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.TlsClient;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Listeners that change under load: no request is lost. */
@Timeout(120)
class ProxyListenerChangeIT {
  private static final int CHANGES = 12;
  private static final int ANSWERS_BETWEEN = 150;

  @TempDir private Path directory;
  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    proxy = TestProxy.start(TestConfig.of(backend), 2);
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private static UnaryOperator<TestConfig> headers(int bytes) {
    return config -> config.withLimits(TestLimits.headers(bytes));
  }

  private static UnaryOperator<TestConfig> speaking(TlsConfig tls, ListenerProtocol... protocols) {
    return config -> config.speaking(tls, protocols);
  }

  /* One change after the other, each after so many more answers. */
  private void change(
      LongSupplier answered, UnaryOperator<TestConfig> one, UnaryOperator<TestConfig> other) {
    for (int i = 1; i <= CHANGES; i++) {
      long before = answered.getAsLong();
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> answered.getAsLong() > before + ANSWERS_BETWEEN);
      proxy.publish(i % 2 == 0 ? one : other);
    }
  }

  @Test
  void limitsOfHeadsCloseNothing() {
    int port = proxy.port();
    try (KeptClients clients = KeptClients.start(10, () -> proxy.connect())) {
      change(clients::answered, headers(16 * 1024), headers(20 * 1024));
      assertThat(clients.lost()).isEmpty();
      assertThat(clients.opened()).isEqualTo(10);
    }
    assertThat(proxy.port()).isEqualTo(port);
  }

  @Test
  void otherProtocolsLoseNothing() {
    try (KeptClients clients = KeptClients.start(10, () -> proxy.connect())) {
      change(
          clients::answered,
          speaking(null, ListenerProtocol.H1),
          speaking(null, ListenerProtocol.H1, ListenerProtocol.H2C));
      assertThat(clients.lost()).isEmpty();
    }
  }

  @Test
  void otherProtocolsLoseNothingWithTls() throws IOException {
    TlsConfig tls = tls();
    proxy.publish(speaking(tls, ListenerProtocol.H1));
    TlsClient client = TlsClient.plain();
    await()
        .ignoreExceptions() // of those that meet the listener before
        .until(() -> client.open(proxy.port()).get("/").status() == 200);
    try (KeptClients clients = KeptClients.start(6, () -> client.open(proxy.port()))) {
      change(
          clients::answered,
          speaking(tls, ListenerProtocol.H1),
          speaking(tls, ListenerProtocol.H1, ListenerProtocol.H2));
      assertThat(clients.lost()).isEmpty();
    }
  }

  private TlsConfig tls() throws IOException {
    return new TlsConfig(
        List.of(new TestAuthority(directory).write("one.test")),
        Version.V1_2,
        ClientAuth.NONE,
        null);
  }

  @Test
  void streamsAreNotLost() {
    proxy.publish(speaking(null, ListenerProtocol.H2C));
    await().until(() -> answersStreams(false));
    try (StreamClients clients = StreamClients.start(20, proxy.port(), false)) {
      change(
          clients::answered,
          speaking(null, ListenerProtocol.H2C),
          speaking(null, ListenerProtocol.H1, ListenerProtocol.H2C));
      change(clients::answered, headers(16 * 1024), headers(20 * 1024));
      assertThat(clients.lost()).isEmpty();
    }
  }

  @Test
  void streamsAreNotLostWithTls() throws IOException {
    TlsConfig tls = tls();
    proxy.publish(speaking(tls, ListenerProtocol.H2));
    await().until(() -> answersStreams(true));
    try (StreamClients clients = StreamClients.start(20, proxy.port(), true)) {
      change(
          clients::answered,
          speaking(tls, ListenerProtocol.H2),
          speaking(tls, ListenerProtocol.H1, ListenerProtocol.H2));
      assertThat(clients.lost()).isEmpty();
    }
  }

  private boolean answersStreams(boolean secured) {
    try (StreamClients clients = StreamClients.start(1, proxy.port(), secured)) {
      await().until(() -> clients.answered() + clients.lost().size() > 0);
      return clients.answered() > 0;
    }
  }

  @Test
  void aStopLosesNothing() {
    int port = proxy.port();
    try (KeptClients clients = KeptClients.start(10, () -> RawClient.to(port))) {
      await().until(() -> clients.answered() > ANSWERS_BETWEEN);
      clients.stay();
      Future<?> stopped = proxy.shutdown(Duration.ofSeconds(20));
      await().until(clients::isOver);
      assertThat(clients.lost()).isEmpty();
      await().until(stopped::succeeded); // long before the grace is over
    }
  }
}
