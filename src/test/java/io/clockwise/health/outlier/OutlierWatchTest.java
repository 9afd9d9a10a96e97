package io.clockwise.health.outlier;

import static io.clockwise.health.outlier.Sights.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.OutlierConfig;
import io.clockwise.health.HealthBoard;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.FailureKind;
import io.clockwise.model.Health;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.EjectionReason;
import io.clockwise.telemetry.Meters;
import io.clockwise.testkit.TestConfig;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutlierWatchTest {
  private static final OutlierConfig RULE =
      new OutlierConfig(5, 3, Duration.ofSeconds(10), Duration.ofSeconds(60), 0.5, 3);
  private static final HealthConfig CHECKS = HealthConfig.of(HealthConfig.Http.of("/healthz"));

  private final Vertx vertx = Vertx.vertx();
  private final InstantSource clock = InstantSource.fixed(Instant.parse("2030-01-02T12:00:00Z"));
  private final Meters meters = new Meters(2);
  private final HealthBoard board = new HealthBoard(clock);
  private final TestConfig config = config(RULE, CHECKS);
  private final RoutingTableRef tables = new RoutingTableRef(config.table(1, meters));
  private final OutlierWatch watch = new OutlierWatch(vertx, tables, board, clock);
  private final long start = System.nanoTime();

  private static TestConfig config(@Nullable OutlierConfig rule, @Nullable HealthConfig checks) {
    BackendAddress address = new BackendAddress("127.0.0.1", 1);
    return TestConfig.of()
        .withBackends(
            Stream.of("a", "b", "c")
                .map(id -> new BackendConfig(id, address, 1, AdminState.READY))
                .toList())
        .withPool(p -> p.withCare(p.care().withOutlier(rule).withHealth(checks)));
  }

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
  }

  private BackendMeters meters(String id) {
    return meters.backend(TestConfig.POOL, id);
  }

  private static HealthBoard.Key key(String id) {
    return new HealthBoard.Key(TestConfig.POOL, id);
  }

  private String reason(String id) {
    BackendHealth health = board.of(TestConfig.POOL, id);
    return health == null || !health.ejected() ? "" : health.reason();
  }

  private void checked(String id, Health health) {
    board.checked(key(id), new HealthBoard.Verdict(health, false, health == Health.UP, ""));
  }

  private void fail(String id, int count) {
    for (int i = 0; i < count; i++) {
      meters(id).outcomes().failed(1, i, FailureKind.CONNECT_REFUSED, false, start);
    }
  }

  private void look(double seconds) {
    watch.look(start + (long) (seconds * SECOND));
  }

  @Test
  void ejectsCountsAndSaysWhy() {
    fail("a", 5);
    look(0);
    assertThat(reason("a"))
        .isEqualTo(
            "ejected until 12:00:10Z: 5 failures in a row from 5 keys, the last one: connection"
                + " refused");
    assertThat(meters("a").ejections(EjectionReason.FAILURES)).isEqualTo(1);
    assertThat(meters("a").ejections(EjectionReason.LATENCY)).isZero();
    assertThat(reason("b")).isEmpty();
  }

  @Test
  void itsChecksHaveTheLastWord() {
    checked("a", Health.DOWN);
    fail("a", 5);
    look(0);
    look(9.9);
    assertThat(reason("a")).startsWith("ejected until 12:00:10Z: ");
    look(10);
    assertThat(reason("a")).startsWith("ejected until its check passes: 5 failures");
    checked("a", Health.UP);
    look(20);
    assertThat(reason("a")).isEmpty();
    assertThat(meters("a").outcomes().runs(1)).isEmpty();
    look(20.1);
    assertThat(reason("a")).isEmpty();
  }

  @Test
  void theSlowOneGoes() {
    look(0);
    for (int i = 0; i < 50; i++) {
      meters("a").outcomes().waited(i % 2, 1_000);
      meters("b").outcomes().waited(i % 2, 1_100);
      meters("c").outcomes().waited(i % 2, 4_400);
    }
    look(1);
    assertThat(reason("c"))
        .isEqualTo("ejected until 12:00:10Z: its answers took 4.0 times the usual");
    assertThat(meters("c").ejections(EjectionReason.LATENCY)).isEqualTo(1);
    checked("c", Health.UP);
    look(11);
    assertThat(reason("c")).isEmpty();
    look(12); // what it did before does not count
    assertThat(reason("c")).isEmpty();
  }

  @Test
  void whereItIsTurnedOffAllReturn() {
    fail("a", 5);
    look(0);
    assertThat(reason("a")).isNotEmpty();
    tables.publish(config(null, CHECKS).table(2, meters));
    look(1);
    assertThat(reason("a")).isEmpty();
  }

  @Test
  void maintenanceIsTheOperatorsAffair() {
    tables.publish(config.withState("a", AdminState.MAINT).table(2, meters));
    fail("a", 50);
    look(0);
    assertThat(reason("a")).isEmpty();
  }

  @Test
  void whoIsGoneIsNotEjectedWhenItComesBack() {
    fail("a", 5);
    look(0);
    List<BackendConfig> rest = config.backends().subList(1, 3);
    tables.publish(config.withBackends(rest).table(2, meters));
    look(1);
    assertThat(reason("a")).isEmpty();
  }

  @Test
  void anotherServerHasNoPast() {
    fail("a", 5);
    look(0);
    BackendAddress other = new BackendAddress("127.0.0.1", 2);
    tables.publish(
        config
            .withBackends(
                config.backends().stream()
                    .map(b -> new BackendConfig(b.id(), other, 1, AdminState.READY))
                    .toList())
            .table(2, meters));
    look(1);
    look(2);
    assertThat(reason("a")).isEmpty();
  }
}
