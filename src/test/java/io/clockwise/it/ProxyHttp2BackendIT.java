package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.Protocol;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.UpstreamMeters;
import io.clockwise.telemetry.UpstreamMeters.State;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.VertxBackend;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Backends that speak HTTP/2 in clear: streams as leases of shared connections. */
class ProxyHttp2BackendIT {
  private static final ConnectionsConfig H2 = ConnectionsConfig.DEFAULT.withProtocol(Protocol.H2);
  private static final String GET = "GET /x HTTP/1.1\r\nHost: t\r\n\r\n";
  private static final String POST = "POST /x HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\n\r\n";

  private final List<RawClient> clients = new ArrayList<>();
  private final List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
  private VertxBackend backend;
  private TestProxy proxy;

  private void start(HttpServerOptions options, UnaryOperator<TestConfig> change) {
    backend = VertxBackend.start(options);
    TestConfig config =
        TestConfig.of().withBackends(List.of(backend.at("127.0.0.1"))).withConnections(H2);
    proxy = TestProxy.start(change.apply(config));
  }

  @AfterEach
  void stop() throws IOException {
    for (RawClient client : clients) {
      client.close();
    }
    proxy.close();
    backend.close();
  }

  private RawClient send(String request) throws IOException {
    RawClient client = proxy.connect();
    clients.add(client);
    return client.send(request);
  }

  private RawAnswer get() throws IOException {
    return send(GET).answer();
  }

  private void hold(int count) throws IOException {
    backend.script(held::add);
    for (int i = 0; i < count; i++) {
      send(GET);
    }
    await().until(() -> held.size() == count);
  }

  private void answerAll() {
    backend.run(() -> held.forEach(request -> request.response().end("late")));
  }

  private UpstreamMeters meters() {
    return proxy.meters().loop(0).upstream();
  }

  private static HttpServerOptions streams(int most) {
    return new HttpServerOptions()
        .setInitialSettings(new Http2Settings().setMaxConcurrentStreams(most));
  }

  private static UnaryOperator<TestConfig> withoutRetries() {
    return config -> config.withRetry(RetryConfig.DEFAULT.withAttempts(1));
  }

  @Test
  void manyRequestsShareAConnection() throws IOException {
    start(new HttpServerOptions(), c -> c);
    hold(20);

    assertThat(backend.accepted()).hasSize(1);
    assertThat(meters().connections(State.ACTIVE)).isEqualTo(1);
    answerAll();
    for (RawClient client : clients) {
      assertThat(client.answer().text()).isEqualTo("late");
    }
    backend.script(request -> request.response().end(request.version().name()));
    RawAnswer answer = get();
    assertThat(answer.text()).isEqualTo("HTTP_2");
    assertThat(answer.field("via").orElseThrow()).startsWith("2.0 clockwise-");
    assertThat(backend.accepted()).hasSize(1);
    assertThat(meters().reuses()).isGreaterThanOrEqualTo(1);
  }

  @Test
  void theBackendSaysHowManyFitOnAConnection() throws IOException {
    start(streams(2), c -> c);
    hold(5);

    assertThat(backend.accepted()).hasSize(3);
    answerAll();
    for (RawClient client : clients) {
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void theLimitCountsRequests() throws IOException {
    start(
        new HttpServerOptions(),
        c ->
            c.withConnections(
                new ConnectionsConfig(3, 10, Duration.ofSeconds(5), Duration.ofSeconds(4))
                    .withProtocol(Protocol.H2)));
    hold(3);
    RawClient fourth = send(GET);
    await().until(() -> proxy.inFlight() == 4);
    assertThat(held).hasSize(3);

    backend.script(request -> request.response().end("next"));
    backend.run(() -> held.get(0).response().end("late"));
    assertThat(fourth.answer().text()).isEqualTo("next");
    assertThat(backend.accepted()).hasSize(1);
  }

  @Test
  void aClientThatLeavesEndsItsStreamAlone() throws IOException {
    start(new HttpServerOptions(), c -> c);
    List<Throwable> resets = new CopyOnWriteArrayList<>();
    backend.script(
        request -> {
          request.response().exceptionHandler(resets::add);
          held.add(request);
        });
    RawClient leaving = send(GET);
    RawClient staying = send(GET);
    await().until(() -> held.size() == 2);

    leaving.close();
    await().until(() -> !resets.isEmpty());
    answerAll();
    assertThat(staying.answer().text()).isEqualTo("late");
    assertThat(backend.open()).hasSize(1);
    await().until(() -> meters().connections(State.IDLE) == 1);
  }

  @Test
  void aRefusedStreamIsSentAgainWhateverItsMethod() throws IOException {
    start(new HttpServerOptions(), c -> c);
    AtomicInteger count = new AtomicInteger();
    backend.script(
        request -> {
          if (count.incrementAndGet() == 1) {
            request.response().reset(7);
          } else {
            request.response().end("taken");
          }
        });

    assertThat(send(POST).answer().text()).isEqualTo("taken");
    assertThat(count).hasValue(2);
  }

  @Test
  void aRefusedStreamIsTold() throws IOException {
    start(new HttpServerOptions(), c -> c);
    backend.script(request -> request.response().reset(7));
    RawAnswer answer = send(POST).answer();

    assertThat(answer.status()).isEqualTo(502);
    assertThat(answer.field("proxy-status")).contains("clockwise; error=connection_terminated");
    assertThat(proxy.meters().loop(0).failures(FailureKind.UPSTREAM_REFUSED)).isEqualTo(1);
  }

  @Test
  void anotherResetIsNoRefusal() throws IOException {
    start(new HttpServerOptions(), withoutRetries());
    backend.script(request -> request.response().reset(2));

    assertThat(send(POST).answer().status()).isEqualTo(502);
    assertThat(proxy.meters().loop(0).failures(FailureKind.UPSTREAM_RESET)).isEqualTo(1);
    assertThat(backend.requests()).hasSize(1);
  }

  @Test
  void aBackendThatLeavesGetsNoNewStreamsAndEndsItsOwn() throws IOException {
    start(new HttpServerOptions(), c -> c);
    hold(2);
    HttpConnection leaving = backend.accepted().get(0);
    backend.leave(leaving, -1);
    backend.script(request -> request.response().end("new"));
    await().untilAsserted(() -> assertThat(get().text()).isEqualTo("new"));
    await().until(() -> backend.accepted().size() == 2);

    answerAll();
    assertThat(clients.get(0).answer().text()).isEqualTo("late");
    assertThat(clients.get(1).answer().text()).isEqualTo("late");
    await().until(() -> !backend.open().contains(leaving));
  }

  @Test
  void aStreamBeyondTheLastIsSentAgain() throws IOException {
    start(new HttpServerOptions(), c -> c);
    backend.script(held::add);
    RawClient first = send(POST);
    await().until(() -> held.size() == 1);
    RawClient second = send(POST);
    await().until(() -> held.size() == 2);
    HttpConnection leaving = backend.accepted().get(0);
    backend.script(request -> request.response().end("again"));
    backend.leave(leaving, held.get(0).streamId());

    assertThat(second.answer().text()).isEqualTo("again");
    backend.run(() -> held.get(0).response().end("kept"));
    assertThat(first.answer().text()).isEqualTo("kept");
  }

  @Test
  void theSecondGoAwayOfAGentleEndIsUnderstoodToo() throws IOException {
    start(new HttpServerOptions(), c -> c);
    hold(1);
    RawClient second = send(POST);
    await().until(() -> held.size() == 2);
    HttpConnection leaving = backend.accepted().get(0);
    backend.script(request -> request.response().end("again"));
    backend.leave(leaving, Integer.MAX_VALUE, held.get(0).streamId());

    assertThat(second.answer().text()).isEqualTo("again");
  }

  @Test
  void anUnusedConnectionCloses() throws IOException {
    start(
        new HttpServerOptions(),
        c ->
            c.withConnections(
                new ConnectionsConfig(512, 10, Duration.ofSeconds(1), Duration.ofMillis(100))
                    .withProtocol(Protocol.H2)));
    assertThat(get().status()).isEqualTo(200);
    await().until(() -> backend.open().isEmpty());
    await().until(() -> meters().connections(State.IDLE) == 0);
  }

  @Test
  void aStalledStreamDoesNotStallItsNeighbours() throws IOException {
    start(new HttpServerOptions(), c -> c);
    Buffer large = Buffer.buffer(new byte[8 << 20]);
    backend.script(
        request ->
            request
                .response()
                .end(request.path().equals("/large") ? large : Buffer.buffer("small")));
    for (int i = 0; i < 5; i++) {
      send("GET /large HTTP/1.1\r\nHost: t\r\n\r\n"); // nobody reads these answers
    }
    await().until(() -> backend.requests().size() == 5);
    for (int i = 0; i < 20; i++) {
      assertThat(get().text()).isEqualTo("small");
    }
    assertThat(backend.accepted()).hasSize(1);
  }

  @Test
  void aHostReachesTheBackendAsItCame() throws IOException {
    start(new HttpServerOptions(), c -> c.withTimeouts(TimeoutsConfig.DEFAULT));
    backend.script(request -> request.response().end(String.valueOf(request.authority())));
    RawAnswer answer = send("GET / HTTP/1.1\r\nHost: shop.example:81\r\n\r\n").answer();

    assertThat(answer.text()).isEqualTo("shop.example:81");
  }
}
