package io.clockwise.control.autoscale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.AutoscaleConfig;
import io.clockwise.config.CareConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.PoolConfig;
import io.clockwise.control.ControlPorts;
import io.clockwise.control.Controller;
import io.clockwise.control.StartOutcome;
import io.clockwise.control.intent.Intents;
import io.clockwise.control.journal.MemoryIntentLog;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.source.ConfigReading;
import io.clockwise.event.source.ConfigSource;
import io.clockwise.health.HealthBoard;
import io.clockwise.model.AdminState;
import io.clockwise.model.Health;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.Meters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The watcher over a controller in memory: when it acts, and when it does not. */
class AutoscalerTest {
  private static final AutoscaleConfig RULE =
      new AutoscaleConfig(0.7, 0.8, 0.5, 4, Duration.ofSeconds(1), Duration.ofSeconds(1), 1, "");

  private final Vertx vertx = Vertx.vertx();
  private final Meters meters = new Meters(1);
  private final HealthBoard health = new HealthBoard(InstantSource.system());
  private Controller controller;

  @BeforeEach
  void start() {
    PoolConfig carts =
        Intents.pool()
            .withBackends(
                List.of(
                    Intents.backend("a=h:1*1@READY"),
                    Intents.backend("s=h:2*1@MAINT").withStandby(true)))
            .withCare(CareConfig.DEFAULT.withAutoscale(RULE));
    ClockwiseConfig config = Intents.file(Map.of("carts", carts));
    ControlPorts ports =
        new ControlPorts(
            new Still(),
            document -> new ConfigResult.Valid(config, List.of()),
            new MemoryIntentLog(100),
            InstantSource.system());
    TableAssembler assembler = new TableAssembler(meters, health);
    StartOutcome outcome = get(Controller.start(vertx, ports, assembler, Duration.ofMillis(50)));
    controller = ((StartOutcome.Started) outcome).controller();
    health.listen(controller::refresh);
    for (int i = 0; i < 4; i++) {
      meters.backend("carts", "a").started(0);
    }
  }

  @AfterEach
  void end() {
    get(vertx.close());
  }

  private static <T> T get(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  private void begin() {
    Autoscaler.begin(controller, health, meters, InstantSource.system());
  }

  private AdminState stateOfStandby() {
    PoolSnapshot pool = controller.table().current().pools().get("carts");
    return pool.backend(pool.indexOf("s")).adminState();
  }

  private void awaitLook() {
    await().until(() -> meters.scale("carts").utilisation() > 0);
  }

  /* Longer than an interval: there was a look at it, and what it would have led to is done. */
  private void staysAtRest() {
    await()
        .during(Duration.ofMillis(1500))
        .atMost(Duration.ofSeconds(10))
        .until(() -> stateOfStandby() == AdminState.MAINT);
  }

  @Test
  void aStepIsARecordOfItsOwnKind() {
    begin();

    await().until(() -> stateOfStandby() == AdminState.READY);

    List<ChangeRecord> history =
        controller.history().toCompletableFuture().orTimeout(5, TimeUnit.SECONDS).join();
    ChangeRecord last = history.get(history.size() - 1);
    assertThat(last.kind()).isEqualTo(ChangeRecord.Kind.AUTOSCALE);
    assertThat(last.cause().actor()).isEqualTo("autoscale");
    assertThat(last.cause().reason()).isEqualTo("utilisation 1 above 0.8: in flight 4 of 4");
    await().until(() -> meters.scale("carts").ups() == 1);
    assertThat(meters.scale("carts").downs()).isZero();
  }

  @Test
  void whileHealthIsFrozenNothingIsDone() {
    health.freeze(Instant.now().plusSeconds(600));
    begin();
    awaitLook();
    staysAtRest();

    health.freeze(Instant.EPOCH);

    await().until(() -> stateOfStandby() == AdminState.READY);
  }

  @Test
  void whileBackendsAreNotCheckedOnceNothingIsDone() {
    health.unsettled(Set.of("carts"));
    begin();
    awaitLook();
    staysAtRest();

    health.unsettled(Set.of("others"));

    await().until(() -> stateOfStandby() == AdminState.READY);
  }

  @Test
  void aStandbyBackendThatIsDownWaitsUntilItIsUp() {
    HealthBoard.Key standby = new HealthBoard.Key("carts", "s");
    health.checked(standby, new HealthBoard.Verdict(Health.DOWN, false, false, "refused"));
    begin();
    awaitLook();
    staysAtRest();

    health.checked(standby, new HealthBoard.Verdict(Health.UP, false, true, ""));

    await().until(() -> stateOfStandby() == AdminState.READY);
  }

  /** A source that never changes. */
  private static final class Still implements ConfigSource {
    @Override
    public CompletionStage<ConfigReading> read() {
      ConfigDocument document = new ConfigDocument("test.yaml", Path.of("/"), new byte[] {1});
      return CompletableFuture.completedFuture(new ConfigReading.Document(document));
    }

    @Override
    public void watch(Consumer<ConfigReading> listener) {}

    @Override
    public void close() {}
  }
}
