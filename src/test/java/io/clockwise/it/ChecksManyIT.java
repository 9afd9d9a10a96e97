package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.testkit.LogWatch;
import io.clockwise.testkit.VertxBackend;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The checks of more backends than can be checked as often as they should be. */
class ChecksManyIT extends ChecksFixture {
  private static final int BACKENDS = 1000;

  @Test
  void allAreCheckedAllTheSameAndItIsSaidOnce() {
    try (VertxBackend backend = VertxBackend.start();
        LogWatch log = new LogWatch()) {
      BackendConfig[] many =
          IntStream.range(0, BACKENDS)
              .mapToObj(i -> at("b" + i, backend.port()))
              .toArray(BackendConfig[]::new);
      start(pool(healthz(), many)); // ten times a second each
      await()
          .atMost(Duration.ofSeconds(40))
          .until(() -> proxy.meters().probes("web").succeeded() >= 3L * BACKENDS);
      assertThat(proxy.pool("web").openCount()).isEqualTo(BACKENDS);
      assertThat(log.count("health checks of 1000 backends are more than can be done")).isOne();
    }
  }
}
