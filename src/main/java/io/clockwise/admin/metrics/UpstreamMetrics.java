package io.clockwise.admin.metrics;

import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.UpstreamMeters;
import io.clockwise.telemetry.UpstreamMeters.State;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** What the event loops count of their connections to backends, summed at the scrape. */
final class UpstreamMetrics implements MultiCollector {
  private static final List<FailureKind> CONNECT_FAILURES =
      List.of(
          FailureKind.CONNECT_REFUSED,
          FailureKind.CONNECT_TIMEOUT,
          FailureKind.UPSTREAM_TLS,
          FailureKind.UPSTREAM_CERTIFICATE,
          FailureKind.UPSTREAM_REFUSED,
          FailureKind.BAD_RESPONSE);

  private final Meters meters;

  UpstreamMetrics(Meters meters) {
    this.meters = meters;
  }

  @Override
  public MetricSnapshots collect() {
    Families families = new Families();
    for (State state : State.values()) {
      families.gauge(
          "clockwise_upstream_connections",
          "Open connections to backends, by what they do",
          sum(loop -> loop.connections(state)),
          "state",
          state.name().toLowerCase(Locale.ROOT));
    }
    for (FailureKind kind : CONNECT_FAILURES) {
      families.counter(
          "clockwise_upstream_connect_failures",
          "Connections to backends that could not be made, by kind of failure",
          sum(loop -> loop.failures(kind)),
          "kind",
          kind.name().toLowerCase(Locale.ROOT));
    }
    return families
        .counter(
            "clockwise_upstream_connects",
            "Connections to backends that were made",
            sum(UpstreamMeters::connects))
        .counter(
            "clockwise_upstream_connection_reuses",
            "Requests on connections that had served others",
            sum(UpstreamMeters::reuses))
        .build();
  }

  private long sum(ToLongFunction<UpstreamMeters> of) {
    long sum = 0;
    for (int i = 0; i < meters.loops(); i++) {
      sum += of.applyAsLong(meters.loop(i).upstream());
    }
    return sum;
  }
}
