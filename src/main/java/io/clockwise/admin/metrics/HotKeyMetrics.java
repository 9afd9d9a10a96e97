package io.clockwise.admin.metrics;

import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.hot.KeyTraffic;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.InstantSource;

/** How unevenly the requests of pools are spread over keys, at the scrape. */
final class HotKeyMetrics implements MultiCollector {
  private final RoutingTableRef tables;
  private final InstantSource clock;

  HotKeyMetrics(RoutingTableRef tables, InstantSource clock) {
    this.tables = tables;
    this.clock = clock;
  }

  @Override
  public MetricSnapshots collect() {
    Families families = new Families();
    long now = clock.millis();
    tables.current().pools().values().forEach(pool -> add(families, pool, now));
    return families.build();
  }

  private static void add(Families families, PoolSnapshot pool, long now) {
    KeyTraffic traffic = pool.traffic();
    families
        .gauge(
            "clockwise_hot_keys",
            "Keys that several backends serve, since they have so many requests",
            pool.hotKeys().size(),
            "pool",
            pool.name())
        .gauge(
            "clockwise_hottest_key_share",
            "Share of the keyed requests of the last 10 s that one key had at least",
            traffic == null ? 0 : traffic.recent(now).largest(),
            "pool",
            pool.name());
  }
}
