package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.TimeoutsConfig;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that wait to be asked for a body, that finish early, and events that come one by one. */
class ProxyExpectIT {
  private static final String ASKING =
      "POST /x HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n";

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

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFinalAnswerInsteadOf100EndsIt() throws IOException {
    backend.script(
        r -> {
          r.write("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n");
          r.awaitClose();
        });
    try (RawClient client = proxy.connect()) {
      RawAnswer answer = client.send(ASKING).answer();
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.field("connection")).hasValue("close");
    }
    Awaitility.await().until(() -> backend.open() == 0);
  }

  @Test
  void aClientMaySendWithoutBeingAsked() throws IOException {
    backend.script(r -> r.answer(200, r.body()));
    try (RawClient client = proxy.connect()) {
      assertThat(client.send(ASKING + "abc").answer().text()).isEqualTo("abc");
      assertThat(client.get("/next").status()).isEqualTo(200);
    }
  }

  @Test
  void aBackendThatNeverAsksIsToBlame() throws IOException {
    backend.script(r -> r.awaitClose());
    proxy.publish(
        c ->
            c.withTimeouts(
                new TimeoutsConfig(
                    Duration.ofSeconds(1), Duration.ofMillis(200), Duration.ofSeconds(9))));
    try (RawClient client = proxy.connect()) {
      assertThat(client.send(ASKING).answer().status()).isEqualTo(504);
    }
  }

  @Test
  void otherExpectationsFail() throws IOException {
    try (RawClient client = proxy.connect()) {
      RawAnswer answer = client.send(ASKING.replace("100-continue", "200-ok")).answer();
      assertThat(answer.status()).isEqualTo(417);
      assertThat(answer.field("connection")).hasValue("close");
    }
    assertThat(backend.requests()).isEmpty();
  }

  @Test
  void anExpectationOfHttp10IsIgnored() throws IOException {
    try (RawClient client = proxy.connect()) {
      client.send("POST /x HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc");
      assertThat(client.answer().status()).isEqualTo(200);
    }
    assertThat(backend.last().field("expect")).isEmpty();
  }

  @Test
  void aClientThatHasFinishedGetsItsAnswer() throws IOException {
    CountDownLatch finished = new CountDownLatch(1);
    backend.script(
        r -> {
          await(finished);
          r.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
          r.write("cde");
        });
    try (RawClient client = proxy.connect()) {
      client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n").finish();
      finished.countDown();
      assertThat(client.answer().text()).isEqualTo("abcde");
      assertThat(client.isClosed()).isTrue();
    }
    Awaitility.await().until(() -> proxy.clients() == 0);
  }

  @Test
  void allThatWasAskedBeforeTheEndIsAnswered() throws IOException {
    try (RawClient client = proxy.connect()) {
      client.send("GET /1 HTTP/1.1\r\nHost: t\r\n\r\n".repeat(3)).finish();
      for (int i = 0; i < 3; i++) {
        assertThat(client.answer().text()).isEqualTo("a");
      }
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void aClientThatFinishesInsideABodyIsGone() throws IOException {
    backend.script(r -> r.awaitClose());
    try (RawClient client = proxy.connect()) {
      client.send("PUT /x HTTP/1.1\r\nHost: t\r\nContent-Length: 100\r\n\r\nabc");
      Awaitility.await().until(() -> backend.requests().size() == 1);
      client.finish();
      assertThat(client.isClosed()).isTrue();
    }
    Awaitility.await().until(() -> backend.open() == 0);
    assertThat(proxy.records().get(0).result().status()).isEqualTo(499);
  }

  @Test
  void anEventIsThereBeforeTheNextOneIsSent() throws IOException {
    CountDownLatch seen = new CountDownLatch(1);
    backend.script(
        r -> {
          r.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n");
          r.write("Transfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n");
          await(seen);
          r.write("9\r\ndata: 2\n\n\r\n0\r\n\r\n");
        });
    try (RawClient client = proxy.connect()) {
      client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n");
      assertThat(client.head().field("content-type")).hasValue("text/event-stream");
      assertThat(client.text(14)).isEqualTo("9\r\ndata: 1\n\n\r\n");
      seen.countDown();
      assertThat(client.text(14)).isEqualTo("9\r\ndata: 2\n\n\r\n");
    }
  }
}
