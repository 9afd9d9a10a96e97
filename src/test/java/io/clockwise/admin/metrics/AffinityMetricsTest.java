package io.clockwise.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.AffinityMeters.Step;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.session.CookieVerdict;
import io.clockwise.testkit.TestConfig;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AffinityMetricsTest {
  private final Meters meters = new Meters(2);
  private final TestConfig config =
      TestConfig.of()
          .withBackends(
              List.of(
                  new BackendConfig(
                      "a", new BackendAddress("192.0.2.1", 80), 1, AdminState.READY)));

  private Map<String, Double> read(TestConfig of) {
    RoutingTableRef tables = new RoutingTableRef(of.table(1, meters));
    Map<String, Double> values = new HashMap<>();
    MetricSnapshots all = new AffinityMetrics(meters, tables).collect();
    for (MetricSnapshot each : all) {
      String name = each.getMetadata().getName();
      if (each instanceof CounterSnapshot counter) {
        counter
            .getDataPoints()
            .forEach(point -> values.put(name + point.getLabels(), point.getValue()));
      } else if (each instanceof GaugeSnapshot gauge) {
        gauge
            .getDataPoints()
            .forEach(point -> values.put(name + point.getLabels(), point.getValue()));
      }
    }
    return values;
  }

  @Test
  void resultsAreSummedOverTheLoops() {
    meters.loop(0).affinity().judged(CookieVerdict.FORGED);
    meters.loop(1).affinity().judged(CookieVerdict.FORGED);
    meters.loop(1).affinity().judged(CookieVerdict.NONE);
    meters.loop(0).affinity().stepped(Step.NEW);
    meters.loop(1).affinity().pinned();
    assertThat(read(config))
        .containsEntry("clockwise_affinity{result=\"forged\"}", 2.0)
        .containsEntry("clockwise_affinity{result=\"valid\"}", 0.0)
        .containsEntry("clockwise_affinity{result=\"new\"}", 1.0)
        .containsEntry("clockwise_affinity_pinned_requests{}", 1.0)
        .doesNotContainKey("clockwise_affinity{result=\"none\"}")
        .hasSize(10); // six verdicts, three steps, pins; no pool with affinity
  }

  @Test
  void aPoolSaysWhatItHolds() {
    TestConfig bound =
        config.withPool(
            pool ->
                pool.withSession(SessionConfig.DEFAULT.withAffinity(AffinityConfig.Table.DEFAULT)));
    bound.table(1, meters);
    meters.sessions(TestConfig.POOL).note(1, 5, 1, 1000);
    String label = "{pool=\"" + TestConfig.POOL + "\"}";
    Map<String, Double> values = read(bound);
    assertThat(values)
        .containsEntry("clockwise_affinity_keys" + label, 1.0)
        .containsEntry("clockwise_affinity_full" + label, 0.0);
    assertThat(values.get("clockwise_affinity_bytes" + label)).isPositive();
  }
}
