package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TlsConfig;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.TlsClient;
import io.clockwise.testkit.WebSocketPeer;
import io.vertx.core.Future;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How the connections of a listener end when it changes, goes, or Clockwise stops. */
@Timeout(60)
class ProxyDepartureIT {
  private static final SocketBind ANY_PORT = new SocketBind("127.0.0.1", 0);
  private static final SocketBind OTHER = new SocketBind("127.0.0.2", 0);

  private TestBackend backend;
  private TestProxy proxy;

  @TempDir private Path directory;

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

  private void remove() {
    int old = proxy.port();
    proxy.publish(c -> c.withListeners(OTHER));
    await().untilAsserted(() -> assertThatThrownBy(() -> RawClient.to(old)).isNotNull());
    assertThat(proxy.addresses()).extracting(SocketBind::host).containsExactly("127.0.0.2");
  }

  private static void isTheLast(RawAnswer answer) {
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.field("connection")).hasValue("close");
  }

  @Test
  void aKeptConnectionIsClosedByItsNextAnswer() throws IOException {
    try (RawClient one = proxy.connect();
        RawClient two = proxy.connect()) {
      for (RawClient client : List.of(one, two)) {
        assertThat(client.get("/").field("connection")).isEmpty();
      }
      remove();
      for (RawClient client : List.of(one, two)) {
        isTheLast(client.get("/"));
        assertThat(client.isClosed()).isTrue();
      }
    }
    await().until(() -> proxy.clients() == 0);
  }

  /** What is accepted is served, also when nothing of it has been read. */
  @Test
  void aConnectionThatHasSaidNothingYetIsServed() throws IOException {
    for (ListenerProtocol[] protocols :
        new ListenerProtocol[][] {
          {ListenerProtocol.H1}, {ListenerProtocol.H1, ListenerProtocol.H2C}
        }) {
      proxy.publish(c -> c.speaking(null, protocols));
      await().untilAsserted(() -> assertThat(connectAndAsk().status()).isEqualTo(200));
      await().until(() -> proxy.clients() == 0);
      try (RawClient one = proxy.connect();
          RawClient two = proxy.connect()) {
        await().until(() -> proxy.clients() == 2);
        remove();
        isTheLast(one.get("/"));
        isTheLast(two.get("/"));
      }
    }
  }

  private RawAnswer connectAndAsk() throws IOException {
    try (RawClient client = proxy.connect()) {
      return client.get("/");
    }
  }

  @Test
  void anIdleConnectionIsClosedAfterTheGrace() throws IOException {
    proxy.publish(c -> c.withGrace(Duration.ofMillis(300)));
    try (RawClient idle = proxy.connect();
        RawClient silent = proxy.connect()) {
      assertThat(idle.get("/").status()).isEqualTo(200);
      remove();
      assertThat(idle.isClosed()).isTrue();
      assertThat(silent.isClosed()).isTrue();
    }
    await().until(() -> proxy.clients() == 0);
  }

  @Test
  void aRunningRequestOutlivesTheGrace() throws Exception {
    proxy.publish(c -> c.withGrace(Duration.ofMillis(100)));
    CountDownLatch go = new CountDownLatch(1);
    backend.script(
        r -> {
          awaitQuietly(go);
          r.answer(200, "whole".getBytes());
        });
    try (RawClient busy = proxy.connect();
        RawClient idle = proxy.connect()) {
      busy.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n");
      await().until(() -> proxy.inFlight() == 1);
      remove();
      assertThat(idle.isClosed()).isTrue(); // the grace is over
      go.countDown();
      RawAnswer answer = busy.answer();
      isTheLast(answer);
      assertThat(answer.text()).isEqualTo("whole");
      assertThat(busy.isClosed()).isTrue();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The event loops let go one after the other; what comes back is bound anew. */
  @Test
  void aListenerThatComesBackServes() throws IOException {
    for (int i = 0; i < 10; i++) {
      proxy.publish(c -> c.withListeners(OTHER));
      proxy.publish(c -> c.withListeners(ANY_PORT, OTHER));
      await().untilAsserted(() -> assertThat(connectAndAsk().status()).isEqualTo(200));
    }
    proxy.records().clear();
    await()
        .untilAsserted(
            () -> {
              connectAndAsk();
              assertThat(proxy.threadsOf(0)).hasSize(1);
              assertThat(proxy.threadsOf(1)).hasSize(1);
            });
  }

  @Test
  void aWebSocketOutlivesItsListener() throws IOException {
    proxy.publish(c -> c.withGrace(Duration.ofMillis(100)));
    backend.script(WebSocketPeer::echo);
    try (RawClient socket = proxy.connect();
        RawClient idle = proxy.connect()) {
      assertThat(socket.send(WebSocketPeer.ASK).head().status()).isEqualTo(101);
      remove();
      assertThat(idle.isClosed()).isTrue(); // the grace is over
      assertThat(socket.send("still here").text(10)).isEqualTo("still here");
    }
  }

  @Test
  void aHandshakeUnderWayIsServed() throws IOException {
    TlsConfig tls =
        new TlsConfig(
            List.of(new TestAuthority(directory).write("one.test")),
            TlsConfig.Version.V1_2,
            TlsConfig.ClientAuth.NONE,
            null);
    proxy.publish(c -> c.speaking(tls, ListenerProtocol.H1, ListenerProtocol.H2));
    await().ignoreExceptions().until(() -> TlsClient.plain().shown(proxy.port()) != null);
    await().until(() -> proxy.clients() == 0);
    try (Socket accepted = new Socket("127.0.0.1", proxy.port())) {
      await().until(() -> proxy.clients() == 1);
      remove();
      isTheLast(RawClient.over(TlsClient.plain().over(accepted)).get("/"));
    }
  }

  @Test
  void aStopServesWhatKeptClientsStillSend() throws Exception {
    try (RawClient kept = proxy.connect();
        RawClient idle = proxy.connect()) {
      assertThat(kept.get("/").status()).isEqualTo(200);
      assertThat(idle.get("/").status()).isEqualTo(200);
      Future<?> stopped = proxy.shutdown(Duration.ofSeconds(1));
      await().until(() -> proxy.addresses().isEmpty());
      isTheLast(kept.get("/"));
      assertThat(stopped.isComplete()).isFalse();
      assertThat(idle.isClosed()).isTrue(); // with the grace
      await().until(stopped::succeeded);
    }
  }

  @Test
  void aStopAlsoEndsWhatAListenerBeforeHasLeft() throws Exception {
    backend.script(r -> r.awaitClose());
    try (RawClient busy = proxy.connect()) {
      busy.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n");
      await().until(() -> proxy.inFlight() == 1);
      remove();
      Future<?> stopped = proxy.shutdown(Duration.ofMillis(200));
      assertThat(busy.isClosed()).isTrue();
      await().until(stopped::succeeded);
      await().until(() -> proxy.inFlight() == 0);
    }
  }
}
