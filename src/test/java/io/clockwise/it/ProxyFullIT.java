package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.OnFull;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.testkit.LoggedRequest;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Backends that have as many requests as they may have. */
@Timeout(60)
class ProxyFullIT {
  private static final int MANY = 2_000;
  private static final String KEYED = "GET /1 HTTP/1.1\r\nHost: t\r\nX-Key: k\r\n\r\n";
  private static final String KEYLESS = "GET /1 HTTP/1.1\r\nHost: t\r\n\r\n";

  private TestBackend full;
  private TestBackend free;

  @BeforeEach
  void start() throws IOException {
    full = TestBackend.start("full").script(r -> r.awaitClose());
    free = TestBackend.start("free");
  }

  @AfterEach
  void stop() throws IOException {
    full.close();
    free.close();
  }

  private static ConnectionsConfig one(OnFull onFull) {
    return new ConnectionsConfig(1, 10, Duration.ofSeconds(30), Duration.ofSeconds(4))
        .withOnFull(onFull);
  }

  private static BackendConfig at(String id, TestBackend backend) {
    BackendAddress address = new BackendAddress("127.0.0.1", backend.port());
    return new BackendConfig(id, address, 1, AdminState.READY);
  }

  /** Returns a pool whose backends all have one address, and so are full together. */
  private TestConfig crowd(OnFull onFull) {
    List<BackendConfig> all = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      all.add(at("b" + i, full));
    }
    return TestConfig.of().withBackends(all).withConnections(one(onFull));
  }

  private void occupy(RawClient client) throws IOException {
    client.send(KEYED);
    await().until(() -> full.requests().size() == 1);
  }

  private static LoggedRequest lastOf(TestProxy proxy) {
    await().until(() -> !proxy.records().isEmpty());
    return proxy.records().get(proxy.records().size() - 1);
  }

  @ParameterizedTest
  @CsvSource({"NEXT", "AUTO", "FAIL"})
  void thousandsOfThemAreGoneOverOnce(OnFull onFull) throws IOException {
    try (TestProxy proxy = TestProxy.start(crowd(onFull));
        RawClient first = proxy.connect();
        RawClient second = proxy.connect()) {
      occupy(first);

      RawAnswer answer = second.send(KEYED).answer();
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.field("retry-after")).isPresent();
      assertThat(answer.field("proxy-status"))
          .hasValue("clockwise; error=connection_limit_reached");
      assertThat(lastOf(proxy).tries()).hasSize(1);
      assertThat(second.send(KEYED).answer().status()).isEqualTo(503); // nothing is stuck
      assertThat(full.accepted()).isEqualTo(1);
    }
  }

  @Test
  void theOneWithRoomIsFoundBehindThousands() throws IOException {
    List<BackendConfig> all = new ArrayList<>(crowd(OnFull.NEXT).backends());
    all.add(at("free", free));
    try (TestProxy proxy = TestProxy.start(crowd(OnFull.NEXT).withBackends(all));
        RawClient first = proxy.connect();
        RawClient second = proxy.connect()) {
      occupy(first);

      for (String request : List.of(KEYED, KEYLESS, KEYED)) {
        assertThat(second.send(request).answer().text()).isEqualTo("free");
      }
      assertThat(free.requests()).hasSize(3);
    }
  }

  @Test
  void failAsksNobodyElse() throws IOException {
    try (TestProxy proxy = TestProxy.start(both(OnFull.FAIL));
        RawClient first = proxy.connect();
        RawClient second = proxy.connect()) {
      occupyOwner(first);

      assertThat(second.send(KEYED).answer().status()).isEqualTo(503);
      assertThat(full.requests().size() + free.requests().size()).isEqualTo(1);
    }
  }

  @Test
  void autoMovesRequestsWithAKeyAndLetsOthersWait() throws IOException {
    try (TestProxy proxy = TestProxy.start(both(OnFull.AUTO));
        RawClient first = proxy.connect();
        RawClient second = proxy.connect();
        RawClient third = proxy.connect()) {
      occupyOwner(first);
      second.send(KEYED);
      await().until(() -> full.requests().size() == 1 && free.requests().size() == 1);

      assertThat(third.send(KEYED).answer().status()).isEqualTo(503);
      third.send(KEYLESS);
      await().until(() -> proxy.inFlight() == 3);
      full.script(r -> r.answer(200, "late".getBytes()));
      free.script(r -> r.answer(200, "late".getBytes()));
      full.dropConnections();
      free.dropConnections();
      assertThat(third.answer().text()).isEqualTo("late");
    }
  }

  private TestConfig both(OnFull onFull) {
    free.script(r -> r.awaitClose());
    return TestConfig.of(full, free).withConnections(one(onFull));
  }

  private void occupyOwner(RawClient client) throws IOException {
    client.send(KEYED);
    await().until(() -> full.requests().size() + free.requests().size() == 1);
  }
}
