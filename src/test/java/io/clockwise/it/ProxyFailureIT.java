package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.FailureKind;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What clients see when backends fail. */
class ProxyFailureIT {
  private static final TimeoutsConfig SHORT =
      new TimeoutsConfig(Duration.ofMillis(300), Duration.ofMillis(200), Duration.ofMillis(250));

  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    proxy = TestProxy.start(TestConfig.of(backend).withTimeouts(SHORT));
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

  private void assertFailure(RawAnswer answer, int status, String error, FailureKind kind) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.field("proxy-status")).hasValue("clockwise; error=" + error);
    assertThat(answer.text()).contains(kind.name().toLowerCase(java.util.Locale.ROOT));
    assertThat(answer.field("date")).isPresent();
    await().untilAsserted(this::assertQuiet);
    assertThat(proxy.meters().loop(0).failures(kind)).isEqualTo(1);
    assertThat(proxy.records().get(0).result().failure()).isEqualTo(kind);
  }

  private void assertQuiet() {
    assertThat(proxy.inFlight()).isZero();
    assertThat(proxy.inFlight(backend)).isZero();
    assertThat(proxy.records()).isNotEmpty();
  }

  @Test
  void nobodyListens() throws IOException {
    backend.close();
    assertFailure(get(), 503, "connection_refused", FailureKind.CONNECT_REFUSED);
    assertThat(proxy.meters().backend(TestConfig.POOL, "a").failures()).isEqualTo(1);
  }

  @Test
  void theBackendResets() throws IOException {
    backend.script(r -> r.reset());
    assertFailure(get(), 502, "connection_terminated", FailureKind.UPSTREAM_RESET);
  }

  @Test
  void theBackendClosesInsideTheHead() throws IOException {
    backend.script(
        r -> {
          r.write("HTTP/1.1 200 OK\r\nContent-");
          r.close();
        });
    assertFailure(get(), 502, "connection_terminated", FailureKind.UPSTREAM_RESET);
  }

  @Test
  void theBackendSpeaksSomethingElse() throws IOException {
    backend.script(r -> r.write("SSH-2.0-x\r\n\r\n"));
    assertFailure(get(), 502, "http_protocol_error", FailureKind.BAD_RESPONSE);
  }

  @Test
  void theBackendUpgradesUnasked() throws IOException {
    backend.script(r -> r.write("HTTP/1.1 101 Up\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"));
    assertFailure(get(), 502, "http_protocol_error", FailureKind.BAD_RESPONSE);
  }

  @Test
  void theBackendNeverAnswers() throws IOException {
    backend.script(r -> r.awaitClose());
    assertFailure(get(), 504, "http_response_timeout", FailureKind.UPSTREAM_TIMEOUT);
    await().until(() -> backend.open() == 0);
  }

  @Test
  void aCutBodyOfKnownLengthIsSeenAsCut() throws IOException {
    backend.script(
        r -> {
          r.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
          r.close();
        });
    assertThatThrownBy(this::get).isInstanceOfAny(EOFException.class, IOException.class);
    await().untilAsserted(this::assertQuiet);
  }

  @Test
  void aCutChunkedBodyIsSeenAsCut() throws IOException {
    backend.script(
        r -> {
          r.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
          r.close();
        });
    assertThatThrownBy(this::get).isInstanceOf(IOException.class);
  }

  @Test
  void aCutBodyIsAResetWhereOnlyTheEndOfTheConnectionEndsIt() throws Exception {
    CountDownLatch seen = new CountDownLatch(1);
    backend.script(
        r -> {
          r.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
          awaitQuietly(seen);
          r.reset();
        });
    try (RawClient client = proxy.connect()) {
      assertThat(client.send("GET /x HTTP/1.0\r\n\r\n").head().status()).isEqualTo(200);
      assertThat(new String(client.exactly(3))).isEqualTo("abc");
      seen.countDown();
      assertThat(client.endsWithReset()).isTrue();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anAnswerThatPausesIsCut() throws IOException {
    backend.script(
        r -> {
          r.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
          r.awaitClose();
        });
    assertThatThrownBy(this::get).isInstanceOf(IOException.class);
    await().until(() -> backend.open() == 0);
    assertThat(proxy.records().get(0).result().failure()).isEqualTo(FailureKind.UPSTREAM_TIMEOUT);
  }

  @Test
  void withoutAnOpenBackendTheAnswerIs503() throws IOException {
    proxy.publish(c -> c.withState("a", AdminState.MAINT));
    RawAnswer answer = get();
    assertThat(answer.field("retry-after")).isPresent();
    assertFailure(answer, 503, "destination_unavailable", FailureKind.NO_BACKEND);
  }

  @Test
  void withoutARouteTheAnswerIs404InTheFormThatIsAskedFor() throws IOException {
    proxy.publish(c -> c.withPath("/only"));
    RawAnswer json = get();
    assertThat(json.text())
        .isEqualTo("{\"error\":\"no_route\",\"detail\":\"no route takes this request\"}");
    assertThat(json.field("content-type")).hasValue("application/json");
    assertFailure(json, 404, "destination_not_found", FailureKind.NO_ROUTE);
    try (RawClient client = proxy.connect()) {
      RawAnswer text =
          client.send("GET /x HTTP/1.1\r\nHost: t\r\nAccept: text/html\r\n\r\n").answer();
      assertThat(text.text()).startsWith("no_route: ");
      assertThat(client.get("/only").status()).isEqualTo(200);
    }
  }

  @Test
  void aFailedHeadRequestGetsNoBody() throws IOException {
    proxy.publish(c -> c.withPath("/only"));
    try (RawClient client = proxy.connect()) {
      RawAnswer head = client.send("HEAD /x HTTP/1.1\r\nHost: t\r\n\r\n").headAnswer();
      assertThat(head.status()).isEqualTo(404);
      assertThat(client.get("/only").text()).isEqualTo("a");
    }
  }

  @Test
  void aControlByteInAnAnswerIsABadAnswer() throws IOException {
    backend.script(r -> r.answer(200, new byte[0], "X-A: a\001b"));
    assertFailure(get(), 502, "http_protocol_error", FailureKind.BAD_RESPONSE);
  }

  @Test
  void aBackendThatDoesNotAcceptIsGivenUp() throws IOException {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    try (ServerSocket full = new ServerSocket(0, 1, loopback)) {
      List<Socket> queue = new ArrayList<>();
      for (int i = 0; i < 4; i++) { // the system queues a few, then drops
        Socket socket = new Socket();
        queue.add(socket);
        try {
          socket.connect(full.getLocalSocketAddress(), 100);
        } catch (SocketTimeoutException dropped) {
          break;
        }
      }
      proxy.publish(
          c ->
              c.withBackends(
                  List.of(
                      c.backends()
                          .get(0)
                          .withAddress(new BackendAddress("127.0.0.1", full.getLocalPort())))));
      assertFailure(get(), 503, "connection_timeout", FailureKind.CONNECT_TIMEOUT);
      for (Socket socket : queue) {
        socket.close();
      }
    }
  }
}
