package io.clockwise.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.ZonesConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Health;
import io.clockwise.model.OffOwner;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.affinity.Ties;
import io.clockwise.route.balance.Warmup;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the page tells of backends. */
class BackendMetricsTest extends MetricsFixture {
  @Test
  void showsEachBackend() {
    meters.backend("web", "a").started(0);
    meters.backend("web", "a").started(1);
    meters.backend("web", "a").ended(1, true);
    Map<String, Double> samples = samples();
    String a = "{backend=\"a\",pool=\"web\"}";

    assertThat(samples)
        .containsEntry("clockwise_backend_requests_total" + a, 2.0)
        .containsEntry("clockwise_backend_failures_total" + a, 1.0)
        .containsEntry("clockwise_backend_requests_in_flight" + a, 1.0)
        .containsEntry("clockwise_backend_weight{backend=\"b\",pool=\"web\"}", 3.0)
        .containsEntry(
            "clockwise_backend_availability{backend=\"a\",pool=\"web\",state=\"open\"}", 1.0)
        .containsEntry(
            "clockwise_backend_availability{backend=\"a\",pool=\"web\",state=\"closed\"}", 0.0)
        .containsEntry(
            "clockwise_backend_availability{backend=\"b\",pool=\"web\",state=\"sticky_only\"}", 1.0)
        .containsEntry(
            "clockwise_backend_availability{backend=\"[::1]:80\",pool=\"web\",state=\"closed\"}",
            1.0)
        .containsEntry(
            "clockwise_backend_share_ratio{backend=\"b\",kind=\"ideal\",pool=\"web\"}", 0.75)
        .containsEntry(
            "clockwise_backend_share_ratio{backend=\"[::1]:80\",kind=\"actual\",pool=\"web\"}",
            0.0);
    assertThat(
            samples.get(
                "clockwise_backend_share_ratio{backend=\"b\",kind=\"actual\",pool=\"web\"}"))
        .isBetween(0.7, 0.8);
    assertThat(samples.get("clockwise_pool_share_max_mean_ratio{pool=\"web\"}"))
        .isBetween(1.0, 1.2);
    assertThat(samples).containsEntry("clockwise_pool_open_backends{pool=\"web\"}", 1.0);
  }

  @Test
  void tellsWhyKeysWereNotAtTheirOwners() {
    meters.pool("web").offOwner(0, OffOwner.FULL);
    meters.pool("web").offOwner(1, OffOwner.FULL);
    meters.pool("web").offOwner(1, OffOwner.HOT);
    assertThat(samples())
        .containsEntry("clockwise_keys_off_owner_total{pool=\"web\",reason=\"full\"}", 2.0)
        .containsEntry("clockwise_keys_off_owner_total{pool=\"web\",reason=\"hot\"}", 1.0)
        .containsEntry("clockwise_keys_off_owner_total{pool=\"web\",reason=\"down\"}", 0.0);
  }

  @Test
  void showsTheShareOfTheKeysThatStayInTheZone() {
    assertThat(samples()).doesNotContainKey("clockwise_zone_share_ratio{pool=\"web\"}");
    PoolSnapshot old = tables.current().pools().get("web");
    PoolConfig config =
        old.config()
            .withCare(old.config().care().withZones(new ZonesConfig("x", 1)))
            .withBackends(List.of(settings(old, 1), settings(old, 2)));
    List<PoolSnapshot.Slot> slots =
        List.of(
            slot(old, 0, BackendHealth.UP, null),
            slot(old, 1, BackendHealth.UP, null),
            slot(old, 2, BackendHealth.UP, null).with(Availability.CLOSED));
    PoolSnapshot pool = new PoolSnapshot("web", 6, config, old.placement(), slots, Ties.NONE);
    tables.publish(new RoutingTable(2, 7, CONFIG, List.of(), Map.of("web", pool)));

    assertThat(samples()).containsEntry("clockwise_zone_share_ratio{pool=\"web\"}", 0.25);
  }

  private static BackendConfig settings(PoolSnapshot pool, int index) {
    Backend backend = pool.backend(index);
    return new BackendConfig(
            backend.id(), backend.address(), backend.weight(), backend.adminState())
        .withZone("x");
  }

  @Test
  void showsWhatWasFoundOutAboutBackends() {
    PoolSnapshot old = tables.current().pools().get("web");
    BackendHealth down = new BackendHealth(Health.DOWN, true, false, true, "500", Instant.EPOCH);
    List<PoolSnapshot.Slot> slots =
        List.of(
            slot(old, 0, BackendHealth.of(Health.CHECKING), null),
            slot(old, 1, BackendHealth.UP, new Warmup(0, 0.25)),
            slot(old, 2, down, null));
    PoolSnapshot pool = new PoolSnapshot("web", 6, old.config(), old.placement(), slots, Ties.NONE);
    tables.publish(new RoutingTable(2, 7, CONFIG, List.of(), Map.of("web", pool)));
    String checking = label(pool, 0);
    String warm = label(pool, 1);
    String ejected = label(pool, 2);

    assertThat(samples())
        .containsEntry("clockwise_backend_health" + checking + ",state=\"checking\"}", 1.0)
        .containsEntry("clockwise_backend_health" + checking + ",state=\"up\"}", 0.0)
        .containsEntry("clockwise_backend_health" + warm + ",state=\"up\"}", 1.0)
        .containsEntry("clockwise_backend_health" + ejected + ",state=\"down\"}", 1.0)
        .containsEntry("clockwise_backend_ejected" + warm + "}", 0.0)
        .containsEntry("clockwise_backend_ejected" + ejected + "}", 1.0)
        .containsEntry("clockwise_backend_warmth_ratio" + warm + "}", 0.25)
        .containsEntry("clockwise_backend_warmth_ratio" + ejected + "}", 1.0)
        .containsEntry("clockwise_pool_panic{pool=\"web\"}", 1.0)
        .containsEntry("clockwise_health_frozen_seconds", 0.0);
    tables.publish(table(3, backend("a", 1, AdminState.READY)));
    assertThat(samples()).containsEntry("clockwise_pool_panic{pool=\"web\"}", 0.0);
  }

  private static String label(PoolSnapshot pool, int index) {
    return "{backend=\"" + pool.backend(index).id() + "\",pool=\"web\"";
  }

  private static PoolSnapshot.Slot slot(
      PoolSnapshot pool, int index, BackendHealth health, @Nullable Warmup warmup) {
    Backend old = pool.backend(index);
    Backend ready = new Backend(old.id(), old.address(), old.weight(), AdminState.READY);
    return new PoolSnapshot.Slot(
        ready, Availability.OPEN, pool.meters(index), null, health, warmup);
  }

  @Test
  void saysHowLongAvailabilityIsFrozen() {
    health.freeze(Instant.now().plusSeconds(100));
    assertThat(samples().get("clockwise_health_frozen_seconds")).isBetween(1.0, 100.0);
  }

  @Test
  void forgetsRemovedBackends() {
    assertThat(samples().keySet()).anyMatch(name -> name.contains("backend=\"b\""));
    tables.publish(table(2, backend("a", 1, AdminState.READY)));

    assertThat(samples().keySet())
        .noneMatch(name -> name.contains("backend=\"b\""))
        .anyMatch(name -> name.contains("backend=\"a\""));
  }

  @Test
  void survivesPoolsWithoutBackends() {
    tables.publish(table(2));
    assertThat(samples())
        .containsEntry("clockwise_pool_open_backends{pool=\"web\"}", 0.0)
        .doesNotContainKey("clockwise_pool_share_max_mean_ratio{pool=\"web\"}");
  }
}
