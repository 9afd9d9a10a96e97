package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.model.AdminState;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections to backends: how many, for how long, and for whom. */
class ProxyConnectionIT {
  private TestBackend backend;
  private TestProxy proxy;
  private final Semaphore go = new Semaphore(0);

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    proxy = TestProxy.start(TestConfig.of(backend));
  }

  @AfterEach
  void stop() throws IOException {
    go.release(1000);
    proxy.close();
    backend.close();
  }

  private void use(int perBackend, int queue, Duration idle) {
    proxy.publish(
        c ->
            c.withConnections(
                new ConnectionsConfig(perBackend, queue, Duration.ofSeconds(10), idle)));
  }

  private void answerWhenToldTo() {
    backend.script(
        r -> {
          go.acquireUninterruptibly();
          r.answer(200, r.target().getBytes());
        });
  }

  private RawClient ask(String target) throws IOException {
    return proxy.connect().send("GET " + target + " HTTP/1.1\r\nHost: t\r\n\r\n");
  }

  @Test
  void thereAreNeverMoreThanTheLimit() throws IOException {
    use(2, 100, Duration.ofSeconds(4));
    answerWhenToldTo();
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      clients.add(ask("/" + i));
    }
    await().until(() -> proxy.inFlight(backend) == 8 && backend.requests().size() == 2);
    go.release(8);
    for (int i = 0; i < 8; i++) {
      assertThat(clients.get(i).answer().text()).isEqualTo("/" + i);
    }
    assertThat(backend.accepted()).isEqualTo(2);
  }

  @Test
  void aClientThatLeavesTheQueueFreesItsPlace() throws IOException {
    use(1, 1, Duration.ofSeconds(4));
    answerWhenToldTo();
    RawClient first = ask("/1");
    await().until(() -> backend.requests().size() == 1);
    RawClient second = ask("/2");
    await().until(() -> proxy.inFlight(backend) == 2);
    second.close();
    await().until(() -> proxy.inFlight(backend) == 1 && proxy.inFlight() == 1);
    RawClient third = ask("/3");
    await().until(() -> proxy.inFlight(backend) == 2);
    go.release(2);
    assertThat(first.answer().text()).isEqualTo("/1");
    assertThat(third.answer().text()).isEqualTo("/3");
    assertThat(backend.requests().stream().map(r -> r.target())).containsExactly("/1", "/3");
  }

  @Test
  void anIdleConnectionIsClosedInTime() throws IOException {
    use(10, 10, Duration.ofMillis(150));
    try (RawClient client = proxy.connect()) {
      assertThat(client.get("/x").status()).isEqualTo(200);
      assertThat(backend.open()).isEqualTo(1);
      await().until(() -> backend.open() == 0);
      assertThat(client.get("/x").status()).isEqualTo(200);
    }
    assertThat(backend.accepted()).isEqualTo(2);
  }

  @Test
  void aDrainedBackendLosesItsIdleConnectionsAtOnce() throws IOException {
    use(10, 10, Duration.ofMinutes(10));
    try (RawClient client = proxy.connect()) {
      client.get("/x");
      proxy.publish(c -> c.withState("a", AdminState.DRAIN));
      await().until(() -> backend.open() == 0);
    }
  }

  @Test
  void aConnectionInUseIsNotKeptWhenItsBackendDrainsMeanwhile() throws IOException {
    use(10, 10, Duration.ofMinutes(10));
    answerWhenToldTo();
    try (RawClient running = ask("/x")) {
      await().until(() -> backend.requests().size() == 1);
      proxy.publish(c -> c.withState("a", AdminState.DRAIN));
      go.release();
      assertThat(running.answer().text()).isEqualTo("/x");
      await().until(() -> backend.open() == 0);
      proxy.publish(c -> c.withState("a", AdminState.READY));
      go.release(2);
      assertThat(running.get("/y").status()).isEqualTo(200);
      assertThat(running.get("/z").status()).isEqualTo(200);
    }
    assertThat(backend.accepted()).isEqualTo(2);
  }

  @Test
  void otherSettingsMakeOtherConnectionsAndTheOldOnesEnd() throws IOException {
    use(10, 10, Duration.ofMinutes(10));
    answerWhenToldTo();
    try (RawClient running = ask("/old")) {
      await().until(() -> backend.requests().size() == 1);
      use(11, 10, Duration.ofMinutes(10));
      try (RawClient next = ask("/new")) {
        await().until(() -> backend.requests().size() == 2);
        assertThat(backend.accepted()).isEqualTo(2);
        go.release(2);
        assertThat(next.answer().text()).isEqualTo("/new");
        assertThat(running.answer().text()).isEqualTo("/old");
      }
    }
    await().until(() -> backend.open() == 1);
    use(10, 10, Duration.ofMinutes(10));
    await().until(() -> backend.open() == 0);
  }

  @Test
  void settingsThatComeBackFindTheirConnections() throws IOException {
    use(10, 10, Duration.ofMinutes(10));
    answerWhenToldTo();
    try (RawClient running = ask("/1")) {
      await().until(() -> backend.requests().size() == 1);
      use(11, 10, Duration.ofMinutes(10));
      use(10, 10, Duration.ofMinutes(10));
      go.release(2);
      assertThat(running.answer().text()).isEqualTo("/1");
      await().until(() -> proxy.inFlight() == 0);
      assertThat(running.get("/2").text()).isEqualTo("/2");
    }
    assertThat(backend.accepted()).isEqualTo(1);
  }

  @Test
  void aBackendThatClosesIdleConnectionsLosesNoRequest() throws IOException {
    try (RawClient client = proxy.connect()) {
      for (int i = 0; i < 200; i++) {
        assertThat(client.get("/x").status()).isEqualTo(200);
        if (i % 3 == 0) {
          backend.dropConnections();
        }
      }
    }
  }
}
