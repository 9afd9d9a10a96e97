package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.HealthConfig;
import io.clockwise.config.HealthConfig.Http;
import io.clockwise.config.HealthConfig.StatusRange;
import io.clockwise.config.PoolConfig;
import io.clockwise.model.Health;
import io.clockwise.testkit.CheckedProxy;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is known of backends when the configuration changes. */
class ChecksReloadIT extends ChecksFixture {
  private TestBackend a;
  private TestBackend sick;

  @BeforeEach
  void begin() throws IOException {
    a = TestBackend.start("a");
    sick =
        TestBackend.start("sick")
            .script(
                request ->
                    request.answer(
                        request.target().equals("/healthz") ? 500 : 200,
                        "sick".getBytes(StandardCharsets.US_ASCII)));
  }

  @AfterEach
  void close() throws IOException {
    a.close();
    sick.close();
  }

  private PoolConfig both() {
    return pool(healthz(), at("a", a.port()), at("sick", sick.port()));
  }

  /** Scenario H7. */
  @Test
  void aDeadBackendStaysDownOverReloads() throws IOException {
    start(both());
    awaitHealth("sick", Health.DOWN);
    awaitHealth("a", Health.UP);
    for (int i = 1; i <= 10; i++) {
      PoolConfig changed =
          pool(
              healthz(),
              at("a", a.port()).withWeight(i),
              at("sick", sick.port()).withWeight(i + 1));
      proxy.reload(Map.of("web", changed, "p" + i, changed));
      assertThat(proxy.pool("web").backend(0).weight()).isEqualTo(i);
      assertThat(answering("web")).containsExactly("a");
    }
    assertThat(asked(sick)).isZero();
  }

  /** Scenario H9. */
  @Test
  void poolsWithOneAddressAndDifferentChecksDoNotMeet() throws IOException {
    PoolConfig strict = pool(healthz(), at("x", sick.port()));
    PoolConfig lax =
        pool(check(http("/healthz", "", new StatusRange(500, 500)), PATIENT), at("x", sick.port()));
    proxy = CheckedProxy.start(Map.of("web", strict, "lax", lax));
    awaitHealth("x", Health.DOWN);
    await().until(() -> proxy.health("lax", "x").health() == Health.UP);
    assertThat(health("x").health()).isEqualTo(Health.DOWN);
  }

  @Test
  void anotherAddressIsProbedAtOnceAndDecides() throws IOException {
    start(pool(healthz(), at("a", sick.port())));
    awaitHealth("a", Health.DOWN);
    HealthConfig rare =
        new HealthConfig(
            Http.of("/healthz"),
            Duration.ofHours(1),
            PATIENT,
            2,
            3,
            HealthConfig.Initial.CHECKING,
            0);
    proxy.reload(Map.of("web", pool(rare, at("a", a.port()))));
    awaitHealth("a", Health.UP);
    assertThat(a.requests()).hasSize(1); // of another check, two in a row would be needed
  }

  @Test
  void anotherCheckKeepsTheState() {
    start(both());
    awaitHealth("sick", Health.DOWN);
    PoolConfig slow =
        pool(
            new HealthConfig(
                Http.of("/other"),
                Duration.ofHours(1),
                PATIENT,
                2,
                3,
                HealthConfig.Initial.CHECKING,
                0),
            at("a", a.port()),
            at("sick", sick.port()));
    proxy.reload(Map.of("web", slow));
    await().until(() -> sick.last().target().equals("/other")); // at once
    await().until(() -> a.last().target().equals("/other"));
    assertThat(health("sick").health()).isEqualTo(Health.DOWN); // one success is not two
    assertThat(health("a").health()).isEqualTo(Health.UP);
  }

  @Test
  void withoutChecksEverybodyCountsAsUp() throws IOException {
    start(both());
    awaitHealth("sick", Health.DOWN);
    proxy.reload(Map.of("web", pool(null, at("a", a.port()), at("sick", sick.port()))));
    awaitHealth("sick", Health.UP);
    assertThat(answering("web")).containsExactly("a", "sick");
    assertThat(proxy.meters().probes()).isEmpty();
  }

  @Test
  void aBackendThatComesAgainIsUnknown() {
    start(both());
    awaitHealth("sick", Health.DOWN);
    proxy.reload(Map.of("web", pool(healthz(), at("a", a.port()))));
    await().until(() -> proxy.board().of("web", "sick") == null);
    sick.script(ReceivedRequest::awaitClose);
    proxy.reload(Map.of("web", both()));
    assertThat(health("sick").health()).isEqualTo(Health.CHECKING);
  }
}
