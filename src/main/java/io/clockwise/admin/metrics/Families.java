package io.clockwise.admin.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Metric families in the making, samples added one by one; for one scrape. */
final class Families {
  private final Map<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
  private final Map<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
  private final Map<String, InfoSnapshot.Builder> infos = new LinkedHashMap<>();
  private final List<MetricSnapshot> others = new ArrayList<>();

  /**
   * Adds a sample of a counter.
   *
   * @param name without {@code _total}
   */
  Families counter(String name, String help, Number value, String... labels) {
    counters
        .computeIfAbsent(name, n -> CounterSnapshot.builder().name(n).help(help))
        .dataPoint(
            CounterDataPointSnapshot.builder()
                .value(value.doubleValue())
                .labels(Labels.of(labels))
                .build());
    return this;
  }

  /** Adds a sample of a gauge. */
  Families gauge(String name, String help, Number value, String... labels) {
    gauges
        .computeIfAbsent(name, n -> GaugeSnapshot.builder().name(n).help(help))
        .dataPoint(
            GaugeDataPointSnapshot.builder()
                .value(value.doubleValue())
                .labels(Labels.of(labels))
                .build());
    return this;
  }

  /**
   * Adds a fact whose value is in its labels.
   *
   * @param name without {@code _info}
   */
  Families info(String name, String help, String... labels) {
    infos
        .computeIfAbsent(name, n -> InfoSnapshot.builder().name(n).help(help))
        .dataPoint(InfoDataPointSnapshot.builder().labels(Labels.of(labels)).build());
    return this;
  }

  /** Adds a whole family. */
  Families family(MetricSnapshot family) {
    others.add(family);
    return this;
  }

  /** Returns all families. */
  MetricSnapshots build() {
    List<MetricSnapshot> all = new ArrayList<>(others);
    counters.values().forEach(builder -> all.add(builder.build()));
    gauges.values().forEach(builder -> all.add(builder.build()));
    infos.values().forEach(builder -> all.add(builder.build()));
    return new MetricSnapshots(all);
  }
}
