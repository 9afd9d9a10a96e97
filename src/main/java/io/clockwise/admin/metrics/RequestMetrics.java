package io.clockwise.admin.metrics;

import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.CutReason;
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
    addRetries(families);
    addStreams(families);
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

  private void addRetries(Families families) {
    String help = "Attempts after a failed one, by where they went";
    families
        .counter(
            "clockwise_retries", help, sum(loop -> loop.retries(true)), "kind", "fresh_connection")
        .counter(
            "clockwise_retries", help, sum(loop -> loop.retries(false)), "kind", "next_candidate")
        .counter(
            "clockwise_retries_refused",
            "Attempts that were not made since the retry budget was used up",
            sum(LoopMeters::retriesRefused));
  }

  private void addStreams(Families families) {
    for (CutReason reason : CutReason.values()) {
      families.counter(
          "clockwise_streams_closed",
          "Long streams that Clockwise has ended, by the reason",
          sum(loop -> loop.streamsCut(reason)),
          "reason",
          reason.name().toLowerCase(Locale.ROOT));
    }
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
