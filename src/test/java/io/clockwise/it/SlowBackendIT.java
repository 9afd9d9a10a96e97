package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.OutlierConfig;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.telemetry.EjectionReason;
import io.clockwise.testkit.ReceivedRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ejection of a backend that answers well, and much later than the others. */
class SlowBackendIT extends EjectionFixture {
  private static final OutlierConfig SLOW =
      new OutlierConfig(5, 3, Duration.ofSeconds(20), Duration.ofSeconds(60), 0.3, 3);

  private static void late(ReceivedRequest request) throws IOException {
    try {
      new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    request.answer(200, new byte[] {'a'});
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void isEjectedAndNobodyElseIs(DataPath path) throws IOException {
    start(path, SLOW, config -> config);
    Map<String, String> owners = owners();
    List<String> lost = keysOf(owners, "a");
    watch();
    backends.get("a").script(SlowBackendIT::late);
    await()
        .atMost(Duration.ofSeconds(40))
        .until(
            () -> {
              askAll(lost, 3);
              askAll(keysOf(owners, "b"), 6);
              askAll(keysOf(owners, "c"), 6);
              return health("a").ejected();
            });
    assertThat(health("a").reason())
        .matches("ejected until .*: its answers took \\S+ times the usual");
    assertThat(meters("a").ejections(EjectionReason.LATENCY)).isEqualTo(1);
    awaitOpen("a", false);
    long given = meters("a").requests();
    owners()
        .forEach(
            (key, now) -> {
              String before = owners.get(key);
              assertThat(now)
                  .satisfies(id -> assertThat(id.equals(before)).isEqualTo(!before.equals("a")));
            });
    assertThat(meters("a").requests()).isEqualTo(given);
  }
}
