package io.clockwise.admin.metrics;

import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.ConnectionMeters;
import io.clockwise.telemetry.DurationHistogram;
import io.clockwise.telemetry.LoopMeters;
import io.clockwise.telemetry.Meters;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** What the event loops count of requests, summed at the scrape. */
final class RequestMetrics implements MultiCollector {
  private final Meters meters;

  RequestMetrics(Meters meters) {
    this.meters = meters;
  }

  @Override
  public MetricSnapshots collect() {
    Families families = new Families().family(durations());
    addEnds(families);
    addConnections(families);
    return families
        .gauge("clockwise_requests_in_flight", "Requests being served", sum(LoopMeters::inFlight))
        .counter(
            "clockwise_missing_keys",
            "Requests without a routing key",
            sum(LoopMeters::missingKeys))
        .counter(
            "clockwise_access_log_dropped",
            "Access log records that there was no room for",
            sum(LoopMeters::logDrops))
        .counter(
            "clockwise_request_body_bytes",
            "Body bytes received from clients",
            sum(LoopMeters::requestBytes))
        .counter(
            "clockwise_response_body_bytes",
            "Body bytes sent to clients",
            sum(LoopMeters::responseBytes))
        .gauge(
            "clockwise_client_connections",
            "Open connections from clients",
            sum(LoopMeters::connections))
        .build();
  }

  private void addEnds(Families families) {
    for (int statusClass = 0; statusClass <= 5; statusClass++) {
      int index = statusClass;
      families.counter(
          "clockwise_requests",
          "Requests that are over, by the class of their status",
          sum(loop -> loop.requests(index)),
          "status_class",
          statusClass == 0 ? "other" : statusClass + "xx");
    }
    for (FailureKind kind : FailureKind.values()) {
      families.counter(
          "clockwise_failures",
          "Requests that no backend answered, by kind of failure",
          sum(loop -> loop.failures(kind)),
          "kind",
          kind.name().toLowerCase(Locale.ROOT));
    }
  }

  private void addConnections(Families families) {
    for (ConnectionMeters.Refusal why : ConnectionMeters.Refusal.values()) {
      families.counter(
          "clockwise_connections_refused",
          "Client connections closed before they were understood",
          meters.connections().refusals(why),
          "reason",
          why.name().toLowerCase(Locale.ROOT));
    }
    for (ConnectionMeters.Cut why : ConnectionMeters.Cut.values()) {
      families.counter(
          "clockwise_http2_connections_cut",
          "HTTP/2 connections of clients that were cut",
          meters.connections().cuts(why),
          "reason",
          why.name().toLowerCase(Locale.ROOT));
    }
    meters
        .certificateExpiries()
        .forEach(
            (listener, files) ->
                files.forEach(
                    (file, seconds) ->
                        families.gauge(
                            "clockwise_certificate_expiry_seconds",
                            "When a certificate expires, in seconds since 1970",
                            seconds,
                            "listener",
                            listener,
                            "certificate",
                            file)));
  }

  private HistogramSnapshot durations() {
    double[] bounds =
        Arrays.copyOf(
            DurationHistogram.boundsSeconds(), DurationHistogram.boundsSeconds().length + 1);
    bounds[bounds.length - 1] = Double.POSITIVE_INFINITY;
    long[] counts = new long[bounds.length];
    double seconds = 0;
    for (int i = 0; i < meters.loops(); i++) {
      DurationHistogram histogram = meters.loop(i).durations();
      histogram.addTo(counts);
      seconds += histogram.sumSeconds();
    }
    return HistogramSnapshot.builder()
        .name("clockwise_request_duration_seconds")
        .help("Time from the head of a request to its end")
        .dataPoint(
            HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, counts))
                .sum(seconds)
                .build())
        .build();
  }

  private long sum(ToLongFunction<LoopMeters> of) {
    long sum = 0;
    for (int i = 0; i < meters.loops(); i++) {
      sum += of.applyAsLong(meters.loop(i));
    }
    return sum;
  }
}
