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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients meet, and backends, when all backends of a pool refuse connections. */
class AllDownIT extends EjectionFixture {
  private static final int REQUESTS = 2_000;
  private static final double MOST_ATTEMPTS = 1.2;

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

  private void askAll(int count) throws IOException {
    try (RawClient client = proxy.connect()) {
      for (int i = 0; i < count; i++) {
        RawAnswer answer = client.send(get("k" + i)).answer();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.field("retry-after")).hasValue("1");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"RELAY,false", "RELAY,true", "VERTX,false", "VERTX,true"})
  void fewRetries(DataPath path, boolean ejecting) throws IOException {
    start(path, ejecting ? RULE : null, config -> config);
    killAll();
    watch();
    askAll(REQUESTS);
    assertThat(attempts()).isBetween((long) REQUESTS, (long) (MOST_ATTEMPTS * REQUESTS));
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
  void whereNobodyIsOpenNobodyIsAsked(DataPath path) throws IOException {
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
    askAll(200);
    assertThat(attempts()).isZero();
  }
}
