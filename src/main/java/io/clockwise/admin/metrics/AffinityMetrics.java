package io.clockwise.admin.metrics;

import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.AffinityMeters;
import io.clockwise.telemetry.AffinityMeters.Step;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.session.CookieVerdict;
import io.clockwise.telemetry.session.PoolSessions;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** What is counted of sessions and keys that stay with a backend, summed at the scrape. */
final class AffinityMetrics implements MultiCollector {
  private final Meters meters;
  private final RoutingTableRef tables;

  AffinityMetrics(Meters meters, RoutingTableRef tables) {
    this.meters = meters;
    this.tables = tables;
  }

  @Override
  public MetricSnapshots collect() {
    Families families = new Families();
    for (CookieVerdict verdict : CookieVerdict.values()) {
      if (verdict != CookieVerdict.NONE) { // those get a new one, or are not to be told apart
        add(families, verdict, sum(loop -> loop.verdicts(verdict)));
      }
    }
    for (Step step : Step.values()) {
      add(families, step, sum(loop -> loop.steps(step)));
    }
    families.counter(
        "clockwise_affinity_pinned_requests",
        "Requests that a table kept from their keys' owners",
        sum(AffinityMeters::pins));
    tables.current().pools().values().forEach(pool -> addPool(families, pool));
    return families.build();
  }

  private static void add(Families families, Enum<?> result, long count) {
    families.counter(
        "clockwise_affinity",
        "Affinity cookies of requests by what they turned out to be, and those set or cleared",
        count,
        "result",
        result.name().toLowerCase(Locale.ROOT));
  }

  private static void addPool(Families families, PoolSnapshot pool) {
    PoolSessions sessions = pool.sessions();
    if (sessions == null) {
      return;
    }
    families
        .gauge(
            "clockwise_affinity_keys",
            "Keys or sessions that are held, those of several event loops and old ones among them",
            sessions.size(),
            "pool",
            pool.name())
        .gauge(
            "clockwise_affinity_bytes",
            "Memory that they take",
            sessions.sizeInBytes(),
            "pool",
            pool.name())
        .counter(
            "clockwise_affinity_full",
            "Requests whose new key or session found no room",
            sessions.full(),
            "pool",
            pool.name());
  }

  private long sum(ToLongFunction<AffinityMeters> of) {
    long sum = 0;
    for (int i = 0; i < meters.loops(); i++) {
      sum += of.applyAsLong(meters.loop(i).affinity());
    }
    return sum;
  }
}
