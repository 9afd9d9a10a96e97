package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.model.AdminState;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who gets which connection to a backend, and when nobody does. */
class ProxyLeaseIT {
  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    proxy = TestProxy.start(TestConfig.of(backend));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private RawAnswer get() throws IOException {
    try (RawClient client = proxy.connect()) {
      return client.get("/x");
    }
  }

  private void assertQuiet() {
    assertThat(proxy.inFlight()).isZero();
    assertThat(proxy.inFlight(backend)).isZero();
    assertThat(proxy.records()).isNotEmpty();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void bytesBehindAnAnswerNeverBecomeTheNextAnswer() throws IOException {
    backend.script(
        r ->
            r.write(
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"));
    proxy.publish(
        c ->
            c.withConnections(
                new ConnectionsConfig(1, 10, Duration.ofSeconds(5), Duration.ofSeconds(4))));
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      clients.add(proxy.connect().send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n"));
    }
    for (RawClient client : clients) {
      assertThat(client.answer().text()).isEqualTo("1");
      client.close();
    }
  }

  @Test
  void bytesThatNobodyAskedForCloseAnIdleConnection() throws IOException {
    proxy.publish(
        c ->
            c.withConnections(
                new ConnectionsConfig(1, 10, Duration.ofSeconds(5), Duration.ofHours(1))));
    CountDownLatch answered = new CountDownLatch(1);
    backend.script(
        r -> {
          r.answer(200, "1".getBytes());
          awaitQuietly(answered);
          r.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
        });
    assertThat(get().text()).isEqualTo("1");
    answered.countDown();
    await().until(() -> backend.open() == 0);
    backend.script(r -> r.answer(200, "2".getBytes()));
    assertThat(get().text()).isEqualTo("2");
  }

  @Test
  void aStaleConnectionIsReplacedUnseen() throws IOException {
    assertThat(get().status()).isEqualTo(200);
    backend.script(
        r -> {
          if (backend.accepted() == 1) {
            r.reset(); // as if the idle connection had been closed meanwhile
          } else {
            r.answer(200, "new".getBytes());
          }
        });
    assertThat(get().text()).isEqualTo("new");
    assertThat(backend.accepted()).isEqualTo(2);
  }

  @Test
  void aPostIsNotSentTwice() throws IOException {
    assertThat(get().status()).isEqualTo(200);
    backend.script(r -> r.reset());
    try (RawClient client = proxy.connect()) {
      RawAnswer answer =
          client.send("POST /x HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\n\r\nx").answer();
      assertThat(answer.status()).isEqualTo(502);
    }
    assertThat(backend.requests()).hasSize(2);
  }

  @Test
  void aFullQueueAndALongWaitAreBothRefused() throws IOException {
    proxy.publish(
        c ->
            c.withConnections(
                new ConnectionsConfig(1, 1, Duration.ofMillis(200), Duration.ofSeconds(4))));
    backend.script(r -> r.awaitClose());
    try (RawClient first = proxy.connect();
        RawClient second = proxy.connect();
        RawClient third = proxy.connect()) {
      first.send("GET /1 HTTP/1.1\r\nHost: t\r\n\r\n");
      await().until(() -> backend.requests().size() == 1);
      second.send("GET /2 HTTP/1.1\r\nHost: t\r\n\r\n");
      await().until(() -> proxy.inFlight(backend) == 2);
      RawAnswer full = third.get("/3");
      assertThat(full.status()).isEqualTo(503);
      assertThat(full.field("retry-after")).isPresent();
      assertThat(full.text()).contains("queue_full");
      RawAnswer late = second.answer();
      assertThat(late.status()).isEqualTo(503);
      assertThat(late.text()).contains("queue_timeout");
      assertThat(late.field("retry-after")).isPresent();
      assertThat(late.field("proxy-status")).hasValue("clockwise; error=connection_limit_reached");
      assertThat(backend.requests()).hasSize(1);
    }
    await().untilAsserted(this::assertQuiet);
  }

  @Test
  void aWaitingRequestMovesWhenItsBackendCloses() throws IOException {
    try (TestBackend other = TestBackend.start("b")) {
      ConnectionsConfig one =
          new ConnectionsConfig(1, 10, Duration.ofSeconds(10), Duration.ofSeconds(4));
      proxy.publish(c -> c.withConnections(one));
      CountDownLatch go = new CountDownLatch(1);
      backend.script(
          r -> {
            awaitQuietly(go);
            r.answer(200, "a".getBytes());
          });
      try (RawClient first = proxy.connect();
          RawClient second = proxy.connect()) {
        proxy.publish(
            c ->
                TestConfig.of(backend, other)
                    .withState("b", AdminState.MAINT)
                    .withConnections(one));
        first.send("GET /1 HTTP/1.1\r\nHost: t\r\n\r\n");
        await().until(() -> backend.requests().size() == 1);
        second.send("GET /2 HTTP/1.1\r\nHost: t\r\n\r\n");
        await().until(() -> proxy.inFlight(backend) == 2);
        proxy.publish(c -> c.withState("b", AdminState.READY).withState("a", AdminState.DRAIN));
        go.countDown();
        assertThat(first.answer().text()).isEqualTo("a");
        assertThat(second.answer().text()).isEqualTo("b");
      }
    }
  }
}
