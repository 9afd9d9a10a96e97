package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.CareConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.HealthConfig.Http;
import io.clockwise.config.HealthConfig.Initial;
import io.clockwise.config.HealthConfig.StatusRange;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Health;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.testkit.CheckedProxy;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.TestBackend;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Pools whose backends are checked ten times a second. */
@Timeout(60)
abstract class ChecksFixture {
  static final Duration INTERVAL = Duration.ofMillis(100);
  static final Duration PATIENT = Duration.ofSeconds(5);
  static final Duration HASTY = Duration.ofMillis(200);

  CheckedProxy proxy;

  @AfterEach
  void end() {
    if (proxy != null) {
      proxy.close();
    }
  }

  static HealthConfig check(HealthConfig.Probe probe, Duration timeout) {
    return new HealthConfig(probe, INTERVAL, timeout, 2, 3, Initial.CHECKING, 0);
  }

  static HealthConfig healthz() {
    return check(Http.of("/healthz"), PATIENT);
  }

  static Http http(String path, String body, StatusRange... expect) {
    return new Http("GET", path, "", Map.of(), List.of(expect), body);
  }

  static BackendConfig at(String id, int port) {
    return new BackendConfig(id, new BackendAddress("127.0.0.1", port), 1, AdminState.READY);
  }

  static PoolConfig pool(HealthConfig check, BackendConfig... backends) {
    return new PoolConfig(
            Ring.DEFAULT, List.of(backends), ConnectionsConfig.DEFAULT, TimeoutsConfig.DEFAULT)
        .withCare(CareConfig.DEFAULT.withHealth(check));
  }

  void start(PoolConfig pool) {
    proxy = CheckedProxy.start(Map.of("web", pool));
  }

  BackendHealth health(String id) {
    return proxy.health("web", id);
  }

  void awaitHealth(String id, Health health) {
    awaitHealth(id, now -> now.health() == health);
  }

  void awaitHealth(String id, Predicate<BackendHealth> wanted) {
    await().atMost(Duration.ofSeconds(20)).until(() -> health(id), wanted);
  }

  /** Checks one backend like this. */
  final void probe(HealthConfig.Probe probe, int port) {
    start(pool(check(probe, PATIENT), at("a", port)));
  }

  final void probe(HealthConfig.Probe probe, int port, BackendTlsConfig tls) {
    start(pool(check(probe, PATIENT), at("a", port)).withTls(tls));
  }

  final void assertDown(String reason, boolean connects) {
    awaitHealth("a", Health.DOWN);
    assertThat(health("a").reason()).startsWith(reason);
    assertThat(health("a").connects()).isEqualTo(connects);
  }

  final void assertUp() {
    awaitHealth("a", now -> now.health() != Health.CHECKING);
    assertThat(health("a").reason()).isEmpty();
    assertThat(health("a").health()).isEqualTo(Health.UP);
  }

  /** Returns who answers when each of many keys is asked for. */
  Set<String> answering(String pool) throws IOException {
    Set<String> ids = new TreeSet<>();
    for (int key = 0; key < 40; key++) {
      RawAnswer answer = proxy.get(pool, "k" + key);
      ids.add(answer.status() == 200 ? answer.text() : "" + answer.status());
    }
    return ids;
  }

  /** Returns how many requests of clients a backend got. */
  static long asked(TestBackend backend) {
    return backend.requests().stream().filter(each -> each.target().endsWith("/x")).count();
  }

  /** Returns a port where nobody listens. */
  static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }
}
