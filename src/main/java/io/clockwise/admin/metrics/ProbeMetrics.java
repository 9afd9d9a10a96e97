package io.clockwise.admin.metrics;

import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.ProbeMeters;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** The checks of the pools that have some in the published table. */
final class ProbeMetrics implements MultiCollector {
  private static final String NAME = "clockwise_probes";
  private static final String HELP = "Health checks of backends, by result";
  private static final double NANOS_PER_SECOND = 1e9;

  private final Meters meters;
  private final RoutingTableRef tables;

  ProbeMetrics(Meters meters, RoutingTableRef tables) {
    this.meters = meters;
    this.tables = tables;
  }

  @Override
  public MetricSnapshots collect() {
    Families families = new Families();
    for (PoolSnapshot pool : tables.current().pools().values()) {
      ProbeMeters probes = meters.probes().get(pool.name());
      if (probes != null) {
        add(families, pool, probes);
      }
    }
    return families.build();
  }

  private static void add(Families families, PoolSnapshot pool, ProbeMeters probes) {
    String name = pool.name();
    families
        .counter(NAME, HELP, probes.succeeded(), "pool", name, "result", "success")
        .counter(NAME, HELP, probes.failed(), "pool", name, "result", "failure");
    for (int i = 0; i < pool.size(); i++) {
      String id = pool.backend(i).id();
      families.gauge(
          "clockwise_probe_duration_seconds",
          "Time that the last health check of the backend took",
          probes.nanos(id) / NANOS_PER_SECOND,
          "pool",
          name,
          "backend",
          id);
    }
  }
}
