package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.LimitsConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TargetRule;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.vertx.core.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Listeners, the limits of their connections, and their end. */
class ProxyListenerIT {
  private static final SocketBind ANY_PORT = new SocketBind("127.0.0.1", 0);

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

  private static ServerSocket taken() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
  }

  private static LimitsConfig limits(
      int requestLine, Duration head, Duration idle, int connections, int perAddress) {
    LimitsConfig d = LimitsConfig.DEFAULT;
    return new LimitsConfig(
        requestLine,
        d.headers(),
        d.headerCount(),
        head,
        d.bodyIdle(),
        idle,
        connections,
        perAddress,
        TargetRule.BROWSER);
  }

  @Test
  void allLoopsShareOnePort() throws IOException {
    assertThat(proxy.addresses()).hasSize(1);
    for (int i = 0; i < 20; i++) {
      try (RawClient client = proxy.connect()) {
        assertThat(client.get("/x").status()).isEqualTo(200);
      }
    }
    await().until(() -> proxy.records().size() == 20);
    assertThat(proxy.meters().loop(0).requests(2)).isEqualTo(10);
    assertThat(proxy.meters().loop(1).requests(2)).isEqualTo(10);
  }

  @Test
  void aTakenPortIsOneClearError() throws IOException {
    try (ServerSocket taken = taken()) {
      int port = taken.getLocalPort();
      TestConfig config = TestConfig.of(backend).withListeners(new SocketBind("127.0.0.1", port));
      assertThatThrownBy(() -> TestProxy.start(config, 2))
          .hasRootCauseInstanceOf(IOException.class)
          .hasMessageContaining(
              "listeners: cannot listen on 127.0.0.1:" + port + ": address already in use; stop");
    }
  }

  @Test
  void newListenersOpenAndOldOnesCloseWithTheTable() throws IOException {
    int old = proxy.port();
    SocketBind next = new SocketBind("127.0.0.2", 0);
    proxy.publish(c -> c.withListeners(ANY_PORT, next));
    await().until(() -> proxy.addresses().size() == 2);
    assertThat(proxy.port()).isEqualTo(old);
    proxy.publish(c -> c.withListeners(next));
    await().until(() -> proxy.addresses().size() == 1);
    await().untilAsserted(() -> assertThatThrownBy(() -> RawClient.to(old).get("/")).isNotNull());
    assertThat(proxy.addresses().get(0).host()).isEqualTo("127.0.0.2");
  }

  @Test
  void theOldListenersStayWhenANewOneCannotBeBound() throws IOException {
    try (ServerSocket taken = taken()) {
      proxy.publish(c -> c.withListeners(new SocketBind("127.0.0.1", taken.getLocalPort())));
      int port = proxy.addresses().get(0).port();
      assertThat(port).isNotEqualTo(taken.getLocalPort());
      assertThat(RawClient.to(port).get("/x").status()).isEqualTo(200);
      proxy.publish(c -> c.withListeners(ANY_PORT));
      assertThat(proxy.port()).isEqualTo(port);
      assertThat(RawClient.to(port).get("/x").status()).isEqualTo(200);
    }
  }

  @Test
  void limitsOfHeadsChangeWithTheTable() throws IOException {
    int port = proxy.port();
    LimitsConfig d = LimitsConfig.DEFAULT;
    proxy.publish(
        c -> c.withLimits(limits(100, d.headTimeout(), d.keepAliveIdle(), d.connections(), 0)));
    await()
        .untilAsserted(
            () -> {
              for (int i = 0; i < 4; i++) {
                try (RawClient client = RawClient.to(port)) {
                  assertThat(client.get("/" + "a".repeat(200)).status()).isEqualTo(414);
                }
              }
            });
    assertThat(proxy.port()).isEqualTo(port);
  }

  @Test
  void aHeadThatDoesNotComeInTimeIsAnswered408() throws IOException {
    LimitsConfig d = LimitsConfig.DEFAULT;
    proxy.publish(
        c ->
            c.withLimits(
                limits(
                    d.requestLine(),
                    Duration.ofMillis(200),
                    d.keepAliveIdle(),
                    d.connections(),
                    0)));
    try (RawClient client = proxy.connect()) {
      client.send("GET /x HTTP/1.1\r\nHo");
      RawAnswer answer = client.answer();
      assertThat(answer.status()).isEqualTo(408);
      assertThat(client.isClosed()).isTrue();
    }
    try (RawClient client = proxy.connect()) {
      assertThat(client.get("/x").status()).isEqualTo(200);
      assertThat(client.send("G").answer().status()).isEqualTo(408);
    }
  }

  @Test
  void anIdleConnectionEndsButALongAnswerDoesNot() throws Exception {
    LimitsConfig d = LimitsConfig.DEFAULT;
    proxy.publish(
        c ->
            c.withLimits(
                limits(
                    d.requestLine(), d.headTimeout(), Duration.ofMillis(150), d.connections(), 0)));
    CountDownLatch go = new CountDownLatch(1);
    backend.script(
        r -> {
          awaitQuietly(go);
          r.answer(200, "late".getBytes());
        });
    try (RawClient idle = proxy.connect();
        RawClient busy = proxy.connect()) {
      busy.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n");
      assertThat(idle.isClosed()).isTrue();
      assertThat(proxy.connect().isClosed()).isTrue(); // longer than the limit has passed
      go.countDown();
      assertThat(busy.answer().text()).isEqualTo("late");
      assertThat(busy.isClosed()).isTrue();
    }
    await().until(() -> proxy.clients() == 0);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void connectionsBeyondTheLimitAreClosed() throws IOException {
    LimitsConfig d = LimitsConfig.DEFAULT;
    for (int[] caps : new int[][] {{2, 0}, {100, 2}}) {
      proxy.publish(
          c ->
              c.withLimits(
                  limits(d.requestLine(), d.headTimeout(), d.keepAliveIdle(), caps[0], caps[1])));
      try (RawClient first = proxy.connect();
          RawClient second = proxy.connect()) {
        assertThat(first.get("/x").status()).isEqualTo(200);
        assertThat(second.get("/x").status()).isEqualTo(200);
        try (RawClient third = proxy.connect()) {
          assertThat(third.isClosed()).isTrue();
        }
        assertThat(proxy.clients()).isEqualTo(2);
      }
      await().until(() -> proxy.clients() == 0);
    }
    await()
        .until(
            () -> proxy.meters().loop(0).connections() + proxy.meters().loop(1).connections() == 0);
  }

  @Test
  void aStopLetsRunningRequestsEnd() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    backend.script(
        r -> {
          awaitQuietly(go);
          r.answer(200, "whole".getBytes());
        });
    int port = proxy.port();
    try (RawClient busy = proxy.connect();
        RawClient idle = proxy.connect()) {
      busy.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n");
      await().until(() -> proxy.inFlight() == 1);
      Future<?> stopped = proxy.shutdown(Duration.ofSeconds(10));
      await().untilAsserted(() -> assertThatThrownBy(() -> RawClient.to(port)).isNotNull());
      assertThat(stopped.isComplete()).isFalse();
      go.countDown();
      RawAnswer last = idle.get("/y"); // a client cannot know of the stop before
      assertThat(last.field("connection")).hasValue("close");
      assertThat(idle.isClosed()).isTrue();
      RawAnswer answer = busy.answer();
      assertThat(answer.text()).isEqualTo("whole");
      assertThat(answer.field("connection")).hasValue("close");
      assertThat(busy.isClosed()).isTrue();
      await().until(stopped::succeeded);
    }
    assertThat(proxy.addresses()).isEqualTo(List.of());
  }

  @Test
  void aStopEndsWithItsGrace() throws Exception {
    backend.script(r -> r.awaitClose());
    try (RawClient busy = proxy.connect()) {
      busy.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n");
      await().until(() -> proxy.inFlight() == 1);
      Future<?> stopped = proxy.shutdown(Duration.ofMillis(200));
      assertThat(busy.isClosed()).isTrue();
      await().until(stopped::isComplete);
      await().until(() -> proxy.inFlight() == 0);
      await().until(() -> backend.open() == 0);
    }
  }
}
