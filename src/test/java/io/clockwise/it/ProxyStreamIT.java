package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bodies flow both ways, no faster than the slower side, and stop when a side goes away. */
class ProxyStreamIT {
  private static final int MIB = 1024 * 1024;

  /** What sockets and write queues may hold between two sides, generously. */
  private static final long BETWEEN = 24L * MIB;

  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.withReceiveBuffer("a", 32 * 1024);
    proxy = TestProxy.start(TestConfig.of(backend));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private void assertQuiet() {
    assertThat(proxy.inFlight()).isZero();
    assertThat(proxy.inFlight(backend)).isZero();
  }

  @Test
  void aBodyOfKnownLengthGoesThereAndBack() throws IOException {
    byte[] body = noise(3 * MIB + 7);
    backend.script(r -> r.answer(200, r.body()));
    try (RawClient client = proxy.connect()) {
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(
              () ->
                  send(
                      client,
                      "PUT /x HTTP/1.1\r\nHost: t\r\nContent-Length: " + body.length + "\r\n\r\n",
                      body));
      RawAnswer answer = client.answer();
      sending.join();
      assertThat(Arrays.equals(answer.body(), body)).isTrue();
      assertThat(client.get("/y").status()).isEqualTo(200);
    }
  }

  private static void send(RawClient client, String head, byte[] body) {
    try {
      client.send(head).send(body);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void aChunkedBodyGoesThereAndBack() throws IOException {
    byte[] part = noise(70_000);
    backend.script(
        r -> {
          byte[] body = r.body();
          r.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
          for (int at = 0; at < body.length; at += part.length) {
            r.write(Integer.toHexString(part.length) + "\r\n");
            r.write(Arrays.copyOfRange(body, at, at + part.length));
            r.write("\r\n");
          }
          r.write("0\r\n\r\n");
        });
    try (RawClient client = proxy.connect()) {
      client.send("POST /x HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 20; i++) {
        client.send(Integer.toHexString(part.length) + ";ext=1\r\n").send(part).send("\r\n");
      }
      client.send("0\r\n\r\n");
      RawAnswer answer = client.answer();
      assertThat(answer.body()).hasSize(20 * part.length);
      assertThat(Arrays.copyOf(answer.body(), part.length)).isEqualTo(part);
    }
    assertThat(backend.last().field("transfer-encoding")).hasValue("chunked");
  }

  /** Returns what a sender got rid of before it was held back. */
  private static long plateau(AtomicLong sent) {
    AtomicLong before = new AtomicLong(-1);
    await()
        .pollInterval(Duration.ofMillis(300))
        .until(() -> sent.get() > 0 && before.getAndSet(sent.get()) == sent.get());
    return sent.get();
  }

  @Test
  void aSlowClientHoldsTheBackendBack() throws IOException {
    AtomicLong sent = new AtomicLong();
    byte[] part = noise(64 * 1024);
    long total = 64L * MIB;
    backend.script(
        r -> {
          r.write("HTTP/1.1 200 OK\r\nContent-Length: " + total + "\r\n\r\n");
          while (sent.get() < total) {
            r.write(part);
            sent.addAndGet(part.length);
          }
        });
    try (RawClient client = RawClient.to(proxy.port(), 32 * 1024)) {
      client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n").head();
      assertThat(plateau(sent)).isLessThan(BETWEEN);
      for (long read = 0; read < total; read += part.length) {
        client.exactly(part.length);
      }
    }
    await().untilAsserted(this::assertQuiet);
    assertThat(proxy.records().get(0).result().responseBytes()).isEqualTo(total);
  }

  @Test
  void aSlowBackendHoldsTheClientBack() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicLong sent = new AtomicLong();
    byte[] part = noise(64 * 1024);
    int total = 48 * MIB;
    backend.script(
        r -> {
          awaitQuietly(go);
          r.answer(200, Integer.toString(r.body().length).getBytes());
        });
    try (RawClient client = proxy.connect()) {
      client.send("PUT /x HTTP/1.1\r\nHost: t\r\nContent-Length: " + total + "\r\n\r\n");
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(
              () -> {
                while (sent.get() < total) {
                  send(client, "", part);
                  sent.addAndGet(part.length);
                }
              });
      assertThat(plateau(sent)).isLessThan(BETWEEN);
      go.countDown();
      assertThat(client.answer().text()).isEqualTo(Integer.toString(total));
      sending.join();
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
  void eventsAreNotHeldBack() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    backend.script(
        r -> {
          r.write(
              "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                  + "Transfer-Encoding: chunked\r\n\r\n");
          awaitQuietly(go);
          r.write("3\r\n:1\n\r\n0\r\n\r\n");
        });
    try (RawClient client = proxy.connect()) {
      RawAnswer head = client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n").head();
      assertThat(head.field("content-type")).hasValue("text/event-stream");
      go.countDown();
      assertThat(new String(client.exactly(3))).isEqualTo("3\r\n");
    }
  }

  @Test
  void aRunningRequestKeepsItsTable() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    backend.script(
        r -> {
          awaitQuietly(go);
          r.answer(200, "old".getBytes());
        });
    try (TestBackend other = TestBackend.start("b");
        RawClient client = proxy.connect()) {
      client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n");
      await().until(() -> backend.requests().size() == 1);
      proxy.publish(c -> TestConfig.of(other));
      go.countDown();
      assertThat(client.answer().text()).isEqualTo("old");
      assertThat(client.get("/y").text()).isEqualTo("b");
    }
    await().until(() -> backend.open() == 0);
    assertThat(proxy.records().get(0).table().epoch()).isEqualTo(1);
    assertThat(proxy.records().get(1).table().epoch()).isEqualTo(2);
  }
}
