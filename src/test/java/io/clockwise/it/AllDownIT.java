package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.WhenNoneUsable;
import io.clockwise.health.HealthBoard;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients meet, and backends, when all backends of a pool refuse connections. */
class AllDownIT extends EjectionFixture {
  private static final int REQUESTS = 2_000;
  private static final double MOST_ATTEMPTS = 1.2;
  private static final long MOST_MILLIS = 50;

  private void killAll() throws IOException {
    for (TestBackend backend : backends.values()) {
      int port = backend.port();
      backend.close();
      await().until(() -> refuses(port)); // its system may take a moment
    }
  }

  private static boolean refuses(int port) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isClosed();
    } catch (ConnectException refused) {
      return true;
    }
  }

  private long attempts() {
    return backends.keySet().stream().mapToLong(id -> meters(id).requests()).sum();
  }

  /* Returns the times of the answers in milliseconds, the shortest first. */
  private List<Long> askAll(int count) throws IOException {
    List<Long> times = new ArrayList<>();
    try (RawClient client = proxy.connect()) {
      for (int i = 0; i < count; i++) {
        long start = System.nanoTime();
        RawAnswer answer = client.send(get("k" + i)).answer();
        times.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        assertThat(answer.status()).isIn(502, 503);
        assertThat(answer.field("retry-after")).hasValue("1");
      }
    }
    Collections.sort(times);
    return times;
  }

  @ParameterizedTest
  @CsvSource({"RELAY,false", "RELAY,true", "VERTX,false", "VERTX,true"})
  void fewRetriesAndSwiftAnswers(DataPath path, boolean ejecting) throws IOException {
    start(path, ejecting ? RULE : null, config -> config);
    killAll();
    watch();
    List<Long> times = askAll(REQUESTS);
    assertThat(attempts()).isBetween((long) REQUESTS, (long) (MOST_ATTEMPTS * REQUESTS));
    assertThat(times.get(REQUESTS * 95 / 100)).isLessThan(MOST_MILLIS);
  }

  @ParameterizedTest
  @CsvSource({"RELAY,50", "VERTX,50", "RELAY,200", "VERTX,200"})
  void fewRequestsHaveFewRetriesToo(DataPath path, int requests) throws IOException {
    start(path, null, config -> config);
    killAll();
    askAll(requests);
    assertThat(attempts()).isBetween((long) requests, (long) (MOST_ATTEMPTS * requests));
  }

  @ParameterizedTest
  @CsvSource({"RELAY", "VERTX"})
  void whereNobodyIsOpenTheAnswerComesAtOnce(DataPath path) throws IOException {
    start(
        path,
        RULE,
        config ->
            config.withPool(
                pool -> pool.withCare(pool.care().withWhenNoneUsable(WhenNoneUsable.FAIL))));
    for (String id : backends.keySet()) {
      board.ejected(new HealthBoard.Key(TestConfig.POOL, id), "by hand");
    }
    backends.keySet().forEach(id -> awaitOpen(id, false));
    List<Long> times = askAll(200);
    assertThat(times.get(190)).isLessThan(MOST_MILLIS);
    assertThat(attempts()).isZero();
  }
}
