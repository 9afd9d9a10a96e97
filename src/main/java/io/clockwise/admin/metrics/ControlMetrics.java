package io.clockwise.admin.metrics;

import io.clockwise.control.ControlStatus;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.Supplier;

/** What the single writer did last, and which version this is. */
final class ControlMetrics implements MultiCollector {
  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;

  private final RoutingTableRef tables;
  private final Supplier<ControlStatus> status;
  private final String version;

  ControlMetrics(RoutingTableRef tables, Supplier<ControlStatus> status, String version) {
    this.tables = tables;
    this.status = status;
    this.version = version;
  }

  @Override
  public MetricSnapshots collect() {
    RoutingTable table = tables.current();
    ControlStatus now = status.get();
    return new Families()
        .info("clockwise_build", "The version that runs", "version", version)
        .gauge("clockwise_revision", "Accepted intent that the table carries out", table.revision())
        .gauge("clockwise_epoch", "Published tables since the start", table.epoch())
        .gauge(
            "clockwise_lagging_loops",
            "Event loops that do not use the newest table yet",
            tables.lagging(table.epoch()).size())
        .gauge(
            "clockwise_rebuild_seconds",
            "Time that building the newest table took",
            now.lastBuild().toNanos() / NANOS)
        .gauge(
            "clockwise_overlay_entries",
            "Backends that the API has made differ from the configuration document",
            now.overlaySize())
        .gauge(
            "clockwise_journal_ok",
            "1: accepted changes are kept, or nothing is to be kept",
            now.journalFault() == null ? 1 : 0)
        .gauge(
            "clockwise_reload_success",
            "1: the configuration document as last seen is in use",
            now.lastReload().good() ? 1 : 0)
        .gauge(
            "clockwise_reload_timestamp_seconds",
            "When the configuration document was last looked at",
            now.lastReload().time().toEpochMilli() / MILLIS)
        .info(
            "clockwise_config",
            "Fingerprint of the configuration document in use",
            "hash",
            now.fileFingerprint())
        .build();
  }
}
