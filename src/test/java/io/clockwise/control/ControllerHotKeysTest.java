package io.clockwise.control;

import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.CareConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.HotKeysConfig;
import io.clockwise.control.journal.MemoryIntentLog;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.event.health.HealthView;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.hot.HotKeys;
import io.clockwise.telemetry.hot.KeyTraffic;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The published table has the keys that are hot. */
class ControllerHotKeysTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private final Vertx vertx = Vertx.vertx();
  private final Meters meters = new Meters(1);
  private final AtomicReference<Instant> clock = new AtomicReference<>(NOW);

  @AfterEach
  void end() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
  }

  private static ConfigResult understand(ConfigDocument document) {
    CareConfig care = CareConfig.DEFAULT.withHotKeys(new HotKeysConfig(0.05, 2, false));
    return new ConfigResult.Valid(
        file(Map.of("carts", pool("a=h:1*1@READY", "b=h:2*1@READY").withCare(care))), List.of());
  }

  @Test
  void hotKeysArePublishedAndTakenBack() throws Exception {
    ControlPorts ports =
        new ControlPorts(
            new TestSource("any"),
            ControllerHotKeysTest::understand,
            new MemoryIntentLog(10),
            clock::get);
    TableAssembler assembler = new TableAssembler(meters, HealthView.ALL_UP);
    StartOutcome outcome =
        Controller.start(vertx, ports, assembler, Duration.ofSeconds(1))
            .toCompletionStage()
            .toCompletableFuture()
            .get(5, TimeUnit.SECONDS);
    Controller controller = ((StartOutcome.Started) outcome).controller();
    PoolSnapshot before = controller.table().current().pools().get("carts");
    for (int i = 0; i < 1_000; i++) {
      long hash = i % 3 == 0 ? 7 : 1_000 + i;
      before
          .traffic()
          .note(0, RoutingKey.ofHash(hash), NOW.toEpochMilli() - KeyTraffic.WINDOW_MILLIS);
    }
    before.traffic().note(0, RoutingKey.ofHash(7), NOW.toEpochMilli());
    await()
        .untilAsserted(
            () ->
                assertThat(controller.table().current().pools().get("carts").hotKeys())
                    .isEqualTo(new HotKeys(7)));
    assertThat(controller.table().current().pools().get("carts").traffic())
        .isSameAs(before.traffic());

    clock.set(NOW.plusSeconds(60));
    await()
        .untilAsserted(
            () ->
                assertThat(controller.table().current().pools().get("carts").hotKeys())
                    .isEqualTo(HotKeys.NONE));
  }
}
