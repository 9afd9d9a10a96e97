package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.SilentHttp2Backend;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How streams and connections of HTTP/2 end before their time, and what becomes of requests. */
class ProxyHttp2EndsIT extends Http2BackendFixture {
  /** A backend that takes resets for an attack would cut the others' requests with them. */
  @Test
  void aConnectionWithManyResetsIsLeft() throws IOException {
    start(new HttpServerOptions(), c -> c);
    hold(1);
    for (int i = 0; i < 100; i++) {
      int before = held.size();
      RawClient client = send(GET);
      await().until(() -> held.size() == before + 1);
      client.close();
    }
    await().until(() -> proxy.inFlight() == 1);
    assertThat(backend.accepted()).hasSize(1);
    backend.script(request -> request.response().end("next"));
    assertThat(get().text()).isEqualTo("next");
    assertThat(backend.accepted()).hasSize(2);
    backend.run(() -> held.get(0).response().end("late"));
    assertThat(clients.get(0).answer().text()).isEqualTo("late");
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
  void aBackendThatAnswersNoPingIsGivenUp() throws IOException {
    TimeoutsConfig quick =
        new TimeoutsConfig(Duration.ofSeconds(2), Duration.ofSeconds(9), Duration.ofMillis(400));
    start(new HttpServerOptions(), c -> c);
    try (SilentHttp2Backend dead = SilentHttp2Backend.start()) {
      proxy.publish(
          c -> withoutRetries().apply(c.withBackends(List.of(dead.config())).withTimeouts(quick)));
      long start = System.nanoTime();
      RawAnswer answer = get();

      assertThat(answer.status()).isEqualTo(502);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void aBackendThatSpeaksAnOlderVersionIsTold() throws IOException {
    start(new HttpServerOptions(), c -> c);
    try (TestBackend old = TestBackend.start("a")) {
      old.script(r -> r.answer(400, new byte[0]));
      proxy.publish(c -> c.withBackends(TestConfig.of(old).backends()));
      assertThat(get().status()).isEqualTo(503);
    }
  }
}
