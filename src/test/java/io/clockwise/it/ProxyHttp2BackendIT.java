package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.Protocol;
import io.clockwise.telemetry.UpstreamMeters.State;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Backends that speak HTTP/2 in clear: streams as leases of shared connections. */
class ProxyHttp2BackendIT extends Http2BackendFixture {
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
    backend.script(
        request -> {
          if (request.path().equals("/large")) {
            request.response().setChunked(true);
            pour(request.response(), 8 << 20);
          } else {
            request.response().end("small");
          }
        });
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
    start(new HttpServerOptions(), c -> c);
    backend.script(request -> request.response().end(String.valueOf(request.authority())));
    RawAnswer answer = send("GET / HTTP/1.1\r\nHost: shop.example:81\r\n\r\n").answer();

    assertThat(answer.text()).isEqualTo("shop.example:81");
  }

  private static void pour(HttpServerResponse response, int rest) {
    Buffer part = Buffer.buffer(new byte[16 << 10]);
    int left = rest;
    while (left > 0 && !response.writeQueueFull()) {
      response.write(part);
      left -= part.length();
    }
    int later = left;
    if (later > 0) {
      response.drainHandler(drained -> pour(response, later));
    } else {
      response.end();
    }
  }
}
