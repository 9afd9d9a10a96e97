package io.clockwise.admin.metrics;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.ShutdownConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.control.ControlStatus;
import io.clockwise.event.ReloadOutcome;
import io.clockwise.health.HealthBoard;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Health;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.placement.build.Placements;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.Meters;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/** A metrics page of one pool with three backends, and what it is made of. */
abstract class MetricsFixture {
  static final ClockwiseConfig CONFIG =
      new ClockwiseConfig(
          "here",
          List.of(),
          List.of(),
          AdminConfig.DEFAULT,
          LimitsConfig.DEFAULT,
          ShutdownConfig.DEFAULT,
          AccessLogConfig.DEFAULT,
          List.of(),
          Map.of());

  final Meters meters = new Meters(2);

  final RoutingTableRef tables =
      new RoutingTableRef(
          table(
              1,
              backend("a", 1, AdminState.READY),
              backend("b", 3, AdminState.DRAIN),
              backend("[::1]:80", 0, AdminState.MAINT)));

  final HealthBoard health = new HealthBoard(InstantSource.system());

  private final MetricsPage page = new MetricsPage(meters, tables, MetricsFixture::status, health);

  @AfterEach
  final void close() {
    page.close();
  }

  private static ControlStatus status() {
    Instant time = Instant.ofEpochMilli(1_700_000_000_500L);
    return new ControlStatus(
        new ControlStatus.Reload(new ReloadOutcome.Unreadable("gone"), "file", time),
        time,
        "ab12",
        Duration.ofMillis(250),
        3,
        null);
  }

  static Backend backend(String id, int weight, AdminState state) {
    return new Backend(id, new BackendAddress("127.0.0.1", 80), weight, state);
  }

  final RoutingTable table(long epoch, Backend... backends) {
    PoolConfig config =
        new PoolConfig(
            OwnSettings.Ring.DEFAULT, List.of(), ConnectionsConfig.DEFAULT, TimeoutsConfig.DEFAULT);
    List<Backend> sorted =
        Arrays.stream(backends).sorted((x, y) -> x.id().compareTo(y.id())).toList();
    PoolSnapshot pool =
        new PoolSnapshot(
            "web",
            6,
            config,
            Placements.build(
                config.placement(),
                sorted.stream()
                    .filter(b -> b.weight() > 0)
                    .map(b -> new Member(b.id(), b.weight()))
                    .toList()),
            sorted.stream()
                .map(
                    b ->
                        new PoolSnapshot.Slot(
                            b,
                            Availability.of(b.adminState(), Health.UP),
                            meters.backend("web", b.id())))
                .toList());
    return new RoutingTable(epoch, 7, CONFIG, List.of(), Map.of("web", pool));
  }

  final Map<String, Double> samples() {
    return PrometheusText.parse(page.scrape());
  }
}
