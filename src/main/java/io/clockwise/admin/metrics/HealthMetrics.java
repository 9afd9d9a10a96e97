package io.clockwise.admin.metrics;

import io.clockwise.admin.form.BackendFlags;
import io.clockwise.event.health.HealthPort;
import io.clockwise.model.Health;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.route.balance.Warmup;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Locale;

/** What has been found out about backends, as the published table has it at the scrape. */
final class HealthMetrics implements MultiCollector {
  private static final String POOL = "pool";
  private static final String BACKEND = "backend";

  private final RoutingTableRef tables;
  private final HealthPort health;
  private final InstantSource clock;

  HealthMetrics(RoutingTableRef tables, HealthPort health, InstantSource clock) {
    this.tables = tables;
    this.health = health;
    this.clock = clock;
  }

  @Override
  public MetricSnapshots collect() {
    Families families = new Families();
    families.gauge(
        "clockwise_health_frozen_seconds",
        "Time for which availability is still left as it is; 0: it is not",
        frozenSeconds());
    tables.current().pools().values().stream()
        .sorted(Comparator.comparing(PoolSnapshot::name))
        .forEach(pool -> addPool(families, pool));
    return families.build();
  }

  private double frozenSeconds() {
    Instant until = health.frozenUntil();
    return until == null
        ? 0
        : Math.max(0, Duration.between(clock.instant(), until).toMillis() / 1e3);
  }

  private static void addPool(Families families, PoolSnapshot pool) {
    boolean panic = false;
    for (int i = 0; i < pool.size(); i++) {
      panic |= BackendFlags.isPanic(pool, i);
      addBackend(families, pool, i);
    }
    families.gauge(
        "clockwise_pool_panic",
        "1: no backend is usable, and the pool serves by those that are not",
        panic ? 1 : 0,
        POOL,
        pool.name());
  }

  private static void addBackend(Families families, PoolSnapshot pool, int index) {
    PoolSnapshot.Slot slot = pool.slot(index);
    Warmup warmup = slot.warmup();
    String id = slot.backend().id();
    String[] labels = {POOL, pool.name(), BACKEND, id};
    families
        .gauge(
            "clockwise_backend_ejected",
            "1: it is ejected for what requests met there",
            slot.health().ejected() ? 1 : 0,
            labels)
        .gauge(
            "clockwise_backend_warmth_ratio",
            "Share of its keys that it gets on its way into service; 1: it is there",
            warmup == null ? 1 : warmup.share(),
            labels);
    for (Health state : Health.values()) {
      families.gauge(
          "clockwise_backend_health",
          "1 for what probes say of the backend",
          slot.health().health() == state ? 1 : 0,
          POOL,
          pool.name(),
          BACKEND,
          id,
          "state",
          state.name().toLowerCase(Locale.ROOT));
    }
  }
}
