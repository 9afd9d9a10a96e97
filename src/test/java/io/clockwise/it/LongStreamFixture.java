package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.OnOwnerChange;
import io.clockwise.model.Drain;
import io.clockwise.model.Drain.Then;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.telemetry.CutReason;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.clockwise.testkit.LoggedRequest;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.TestTables;
import io.clockwise.testkit.WebSocketPeer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** Long streams on the backends a and b, of which a drains or loses its keys. */
@Timeout(60)
abstract class LongStreamFixture {
  static final String GOES_AWAY = "\u0088\u0017\u0003\u00e9the backend goes away";
  static final String HAS_MOVED = "\u0088\u0026\u0003\u00e9the key has moved to another backend";
  static final String CLIENT_CLOSE = "\u0088\u0082\0\0\0\0\u0003\u00e9";
  static final String EVENT = "9\r\ndata: 1\n\n\r\n";
  static final String EVENTS =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

  TestBackend a;
  TestBackend b;
  TestProxy proxy;

  @BeforeEach
  void startBackends() throws IOException {
    a = TestBackend.start("a").script(LongStreamFixture::serve);
    b = TestBackend.start("b").script(LongStreamFixture::serve);
  }

  @AfterEach
  void stopAll() throws IOException {
    if (proxy != null) {
      proxy.close();
    }
    a.close();
    b.close();
  }

  /** Serves by the target: /chat, /events, /part of an answer, /silence, or anything else. */
  static void serve(ReceivedRequest request) throws IOException {
    switch (request.target()) {
      case "/chat" -> WebSocketPeer.echo(request);
      case "/events" -> {
        request.write(EVENTS + EVENT);
        request.awaitClose();
      }
      case "/part" -> {
        request.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789");
        request.awaitClose();
      }
      case "/silence" -> request.awaitClose();
      default -> request.answer(200, request.target().getBytes(StandardCharsets.US_ASCII));
    }
  }

  void start(DataPath path, UnaryOperator<TestConfig> change) {
    proxy = TestProxy.start(change.apply(TestConfig.of(a, b)), 1, path);
  }

  void start(DataPath path) {
    start(path, config -> config);
  }

  static UnaryOperator<TestConfig> onOwnerChange(OnOwnerChange rule) {
    return config ->
        config.withPool(pool -> pool.withSession(pool.session().withOnOwnerChange(rule)));
  }

  /** Returns a key that belongs to a backend by the published table. */
  String keyOf(TestBackend backend) {
    PoolSnapshot pool = proxy.table().pools().get(TestConfig.POOL);
    for (int i = 0; ; i++) {
      byte[] key = ("k" + i).getBytes(StandardCharsets.US_ASCII);
      int found = Router.firstOpen(pool, pool.placement().key(key));
      if (pool.backend(found).id().equals(backend.id())) {
        return "k" + i;
      }
    }
  }

  /** Sends a GET with a key of this backend. */
  RawClient get(RawClient client, String target, TestBackend of) throws IOException {
    return client.send(
        "GET " + target + " HTTP/1.1\r\nHost: t\r\nX-Key: " + keyOf(of) + "\r\n\r\n");
  }

  /** Opens a WebSocket with a key of this backend. */
  RawClient socket(TestBackend of) throws IOException {
    RawClient client = proxy.connect();
    String ask = WebSocketPeer.ASK.replace("Host: t", "Host: t\r\nX-Key: " + keyOf(of));
    assertThat(client.send(ask).head().status()).isEqualTo(101);
    return client;
  }

  static void assertAlive(RawClient socket) throws IOException {
    assertThat(socket.send("\u0081\u0001x").text(3)).isEqualTo("\u0081\u0001x");
  }

  /** Drains a: whatever its past, the deadline comes after this, the hard stop after that. */
  Drain drainA(Then then, Duration rest, Duration hardStop) {
    Instant now = Instant.now();
    Drain drain = TestTables.drain("d", now.minusSeconds(3600), now.plus(rest), then, hardStop);
    publish(drain);
    return drain;
  }

  void publish(Drain drain) {
    proxy.publishTable(table -> TestTables.drained(table, "a", drain));
  }

  static Duration millis(int count) {
    return Duration.ofMillis(count);
  }

  long streams(TestBackend backend) {
    return proxy.meters().backend(TestConfig.POOL, backend.id()).streams();
  }

  long cuts(CutReason reason) {
    return proxy.meters().loop(0).streamsCut(reason);
  }

  /* A client may see the end before it is counted. */
  void awaitCuts(CutReason reason, int count) {
    await().until(() -> cuts(reason) >= count);
    assertThat(cuts(reason)).isEqualTo(count);
  }

  void awaitStreams(TestBackend backend, int count) {
    await().until(() -> streams(backend) == count);
  }

  /** Waits for the end of a request, and checks who ended it and why. */
  LoggedRequest.Result ended(String target, FailureKind why) {
    await().until(() -> proxy.records().stream().anyMatch(r -> r.line().target().equals(target)));
    LoggedRequest.Result result =
        proxy.records().stream()
            .filter(r -> r.line().target().equals(target))
            .findFirst()
            .orElseThrow()
            .result();
    assertThat(result.failure()).isEqualTo(why);
    assertThat(result.endedBy()).isEqualTo(EndedBy.CLOCKWISE);
    return result;
  }

  void awaitRest(TestBackend... backends) {
    for (TestBackend each : backends) {
      await().until(() -> proxy.inFlight(each) == 0 && streams(each) == 0);
    }
  }

  /** Reads frames from a client, masked, with a short payload; returns them without the mask. */
  static CompletableFuture<String> heard(ReceivedRequest request, int length) throws IOException {
    byte[] bytes = new byte[length];
    for (int at = 0; at < length; ) {
      byte[] part = new byte[length - at];
      int n = request.readSome(part);
      if (n < 0) {
        return CompletableFuture.completedFuture("the end");
      }
      System.arraycopy(part, 0, bytes, at, n);
      at += n;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 6; i < length; i++) {
      text.append((char) ((bytes[i] ^ bytes[2 + (i - 6) % 4]) & 0xff));
    }
    return CompletableFuture.completedFuture(text.toString());
  }
}
