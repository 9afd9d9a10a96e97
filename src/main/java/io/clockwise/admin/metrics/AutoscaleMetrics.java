package io.clockwise.admin.metrics;

import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.ScaleMeters;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** How busy pools with autoscale are, and what came of it. */
final class AutoscaleMetrics implements MultiCollector {
  private static final String STEPS = "clockwise_autoscale_steps";
  private static final String STEPS_HELP = "Changes that brought backends in, or drained one";
  private static final String WEBHOOKS = "clockwise_autoscale_webhooks";
  private static final String WEBHOOKS_HELP = "Calls of the webhook, with their retries";

  private final Meters meters;
  private final RoutingTableRef tables;

  AutoscaleMetrics(Meters meters, RoutingTableRef tables) {
    this.meters = meters;
    this.tables = tables;
  }

  @Override
  public MetricSnapshots collect() {
    Families families = new Families();
    for (PoolSnapshot pool : tables.current().pools().values()) {
      if (pool.config().care().autoscale() != null) {
        add(families, pool.name(), meters.scale(pool.name()));
      }
    }
    return families.build();
  }

  private static void add(Families families, String pool, ScaleMeters scale) {
    families
        .gauge(
            "clockwise_pool_utilisation_ratio",
            "Requests in flight over what the open backends take well",
            scale.utilisation(),
            "pool",
            pool)
        .counter(STEPS, STEPS_HELP, scale.ups(), "pool", pool, "direction", "up")
        .counter(STEPS, STEPS_HELP, scale.downs(), "pool", pool, "direction", "down")
        .counter(WEBHOOKS, WEBHOOKS_HELP, scale.webhooks(true), "pool", pool, "result", "taken")
        .counter(WEBHOOKS, WEBHOOKS_HELP, scale.webhooks(false), "pool", pool, "result", "failed");
  }
}
