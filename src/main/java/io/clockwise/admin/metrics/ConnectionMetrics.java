package io.clockwise.admin.metrics;

import io.clockwise.telemetry.ConnectionMeters;
import io.clockwise.telemetry.Meters;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Locale;

/** What is counted of client connections that did not go well, and when certificates expire. */
final class ConnectionMetrics implements MultiCollector {
  private final Meters meters;

  ConnectionMetrics(Meters meters) {
    this.meters = meters;
  }

  @Override
  public MetricSnapshots collect() {
    Families families = new Families();
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
        .forEach((listener, files) -> files.forEach((f, at) -> expiry(families, listener, f, at)));
    return families.build();
  }

  private static void expiry(Families families, String listener, String file, long seconds) {
    families.gauge(
        "clockwise_certificate_expiry_seconds",
        "When a certificate expires, in seconds since 1970",
        seconds,
        "listener",
        listener,
        "certificate",
        file);
  }
}
