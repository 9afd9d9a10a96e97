package io.clockwise.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.ShutdownConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.config.ZonesConfig;
import io.clockwise.control.ControlStatus;
import io.clockwise.event.ReloadOutcome;
import io.clockwise.health.HealthBoard;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.FailureKind;
import io.clockwise.model.Health;
import io.clockwise.model.OffOwner;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.placement.build.Placements;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.route.affinity.Ties;
import io.clockwise.route.balance.Warmup;
import io.clockwise.telemetry.CutReason;
import io.clockwise.telemetry.LoopMeters;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.UpstreamMeters;
import io.clockwise.telemetry.UpstreamMeters.State;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetricsPageTest {
  private static final ClockwiseConfig CONFIG =
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

  private final Meters meters = new Meters(2);
  private final RoutingTableRef tables =
      new RoutingTableRef(
          table(
              1,
              backend("a", 1, AdminState.READY),
              backend("b", 3, AdminState.DRAIN),
              backend("[::1]:80", 0, AdminState.MAINT)));
  private final HealthBoard health = new HealthBoard(InstantSource.system());
  private final MetricsPage page = new MetricsPage(meters, tables, MetricsPageTest::status, health);

  @AfterEach
  void close() {
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

  private static Backend backend(String id, int weight, AdminState state) {
    return new Backend(id, new BackendAddress("127.0.0.1", 80), weight, state);
  }

  private RoutingTable table(long epoch, Backend... backends) {
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

  private Map<String, Double> samples() {
    return PrometheusText.parse(page.scrape());
  }

  @Test
  void sumsTheConnectionsToBackends() {
    for (int i = 0; i < 2; i++) {
      UpstreamMeters upstream = meters.loop(i).upstream();
      for (int opened = 0; opened < 3; opened++) {
        upstream.opened();
      }
      upstream.moved(State.IDLE, State.ACTIVE);
      upstream.moved(State.IDLE, State.ACTIVE);
      upstream.moved(State.ACTIVE, State.TUNNEL);
      upstream.closed(State.IDLE);
      upstream.reused();
      upstream.failed(FailureKind.UPSTREAM_CERTIFICATE);
    }
    assertThat(samples())
        .containsEntry("clockwise_upstream_connections{state=\"idle\"}", 0.0)
        .containsEntry("clockwise_upstream_connections{state=\"active\"}", 2.0)
        .containsEntry("clockwise_upstream_connections{state=\"tunnel\"}", 2.0)
        .containsEntry("clockwise_upstream_connects_total", 6.0)
        .containsEntry("clockwise_upstream_connection_reuses_total", 2.0)
        .containsEntry(
            "clockwise_upstream_connect_failures_total{kind=\"upstream_certificate\"}", 2.0);
  }

  @Test
  void sumsTheLoops() {
    for (int i = 0; i < 2; i++) {
      LoopMeters loop = meters.loop(i);
      loop.connectionOpened();
      loop.requestStarted();
      loop.requestStarted();
      loop.requestEnded(200 + 300 * i, Duration.ofMillis(3).toNanos());
      loop.failed(FailureKind.CONNECT_REFUSED);
      loop.missingKey();
      loop.bodyBytes(100, 1000);
      loop.streamCut(CutReason.OWNER_CHANGE);
    }
    assertThat(samples())
        .containsEntry("clockwise_requests_total{status_class=\"2xx\"}", 1.0)
        .containsEntry("clockwise_requests_total{status_class=\"5xx\"}", 1.0)
        .containsEntry("clockwise_requests_total{status_class=\"other\"}", 0.0)
        .containsEntry("clockwise_failures_total{kind=\"connect_refused\"}", 2.0)
        .containsEntry("clockwise_failures_total{kind=\"no_backend\"}", 0.0)
        .containsEntry("clockwise_streams_closed_total{reason=\"owner_change\"}", 2.0)
        .containsEntry("clockwise_streams_closed_total{reason=\"drain\"}", 0.0)
        .containsEntry("clockwise_streams_closed_total{reason=\"stop\"}", 0.0)
        .containsEntry("clockwise_requests_in_flight", 2.0)
        .containsEntry("clockwise_missing_keys_total", 2.0)
        .containsEntry("clockwise_request_body_bytes_total", 200.0)
        .containsEntry("clockwise_response_body_bytes_total", 2000.0)
        .containsEntry("clockwise_client_connections", 2.0)
        .containsEntry("clockwise_request_duration_seconds_bucket{le=\"0.0025\"}", 0.0)
        .containsEntry("clockwise_request_duration_seconds_bucket{le=\"0.005\"}", 2.0)
        .containsEntry("clockwise_request_duration_seconds_bucket{le=\"+Inf\"}", 2.0)
        .containsEntry("clockwise_request_duration_seconds_count", 2.0)
        .containsEntry("clockwise_request_duration_seconds_sum", 0.006);
  }

  @Test
  void showsEachBackend() {
    meters.backend("web", "a").started(0);
    meters.backend("web", "a").started(1);
    meters.backend("web", "a").ended(1, true);
    Map<String, Double> samples = samples();
    String a = "{backend=\"a\",pool=\"web\"}";

    assertThat(samples)
        .containsEntry("clockwise_backend_requests_total" + a, 2.0)
        .containsEntry("clockwise_backend_failures_total" + a, 1.0)
        .containsEntry("clockwise_backend_requests_in_flight" + a, 1.0)
        .containsEntry("clockwise_backend_weight{backend=\"b\",pool=\"web\"}", 3.0)
        .containsEntry(
            "clockwise_backend_availability{backend=\"a\",pool=\"web\",state=\"open\"}", 1.0)
        .containsEntry(
            "clockwise_backend_availability{backend=\"a\",pool=\"web\",state=\"closed\"}", 0.0)
        .containsEntry(
            "clockwise_backend_availability{backend=\"b\",pool=\"web\",state=\"sticky_only\"}", 1.0)
        .containsEntry(
            "clockwise_backend_availability{backend=\"[::1]:80\",pool=\"web\",state=\"closed\"}",
            1.0)
        .containsEntry(
            "clockwise_backend_share_ratio{backend=\"b\",kind=\"ideal\",pool=\"web\"}", 0.75)
        .containsEntry(
            "clockwise_backend_share_ratio{backend=\"[::1]:80\",kind=\"actual\",pool=\"web\"}",
            0.0);
    assertThat(
            samples.get(
                "clockwise_backend_share_ratio{backend=\"b\",kind=\"actual\",pool=\"web\"}"))
        .isBetween(0.7, 0.8);
    assertThat(samples.get("clockwise_pool_share_max_mean_ratio{pool=\"web\"}"))
        .isBetween(1.0, 1.2);
    assertThat(samples).containsEntry("clockwise_pool_open_backends{pool=\"web\"}", 1.0);
  }

  @Test
  void tellsWhyKeysWereNotAtTheirOwners() {
    meters.pool("web").offOwner(0, OffOwner.FULL);
    meters.pool("web").offOwner(1, OffOwner.FULL);
    meters.pool("web").offOwner(1, OffOwner.HOT);
    assertThat(samples())
        .containsEntry("clockwise_keys_off_owner_total{pool=\"web\",reason=\"full\"}", 2.0)
        .containsEntry("clockwise_keys_off_owner_total{pool=\"web\",reason=\"hot\"}", 1.0)
        .containsEntry("clockwise_keys_off_owner_total{pool=\"web\",reason=\"down\"}", 0.0);
  }

  @Test
  void showsTheShareOfTheKeysThatStayInTheZone() {
    assertThat(samples()).doesNotContainKey("clockwise_zone_share_ratio{pool=\"web\"}");
    PoolSnapshot old = tables.current().pools().get("web");
    PoolConfig config =
        old.config()
            .withCare(old.config().care().withZones(new ZonesConfig("x", 1)))
            .withBackends(List.of(settings(old, 1), settings(old, 2)));
    List<PoolSnapshot.Slot> slots =
        List.of(
            slot(old, 0, BackendHealth.UP, null),
            slot(old, 1, BackendHealth.UP, null),
            slot(old, 2, BackendHealth.UP, null).with(Availability.CLOSED));
    PoolSnapshot pool = new PoolSnapshot("web", 6, config, old.placement(), slots, Ties.NONE);
    tables.publish(new RoutingTable(2, 7, CONFIG, List.of(), Map.of("web", pool)));

    assertThat(samples()).containsEntry("clockwise_zone_share_ratio{pool=\"web\"}", 0.25);
  }

  private static BackendConfig settings(PoolSnapshot pool, int index) {
    Backend backend = pool.backend(index);
    return new BackendConfig(
            backend.id(), backend.address(), backend.weight(), backend.adminState())
        .withZone("x");
  }

  @Test
  void showsTheTableAndTheWriter() {
    String digest =
        String.format("%016x", tables.current().pools().get("web").placement().digest());
    assertThat(samples())
        .containsEntry(
            "clockwise_pool_placement_info{algorithm=\"ring\",digest=\""
                + digest
                + "\",pool=\"web\"}",
            1.0)
        .containsEntry("clockwise_pool_revision{pool=\"web\"}", 6.0)
        .containsEntry("clockwise_revision", 7.0)
        .containsEntry("clockwise_epoch", 1.0)
        .containsEntry("clockwise_lagging_loops", 0.0)
        .containsEntry("clockwise_rebuild_seconds", 0.25)
        .containsEntry("clockwise_overlay_entries", 3.0)
        .containsEntry("clockwise_reload_success", 0.0)
        .containsEntry("clockwise_reload_timestamp_seconds", 1_700_000_000.5)
        .containsEntry("clockwise_config_info{hash=\"ab12\"}", 1.0)
        .containsEntry("clockwise_build_info{version=\"development\"}", 1.0);
  }

  @Test
  void showsWhatWasFoundOutAboutBackends() {
    PoolSnapshot old = tables.current().pools().get("web");
    BackendHealth down = new BackendHealth(Health.DOWN, true, false, true, "500", Instant.EPOCH);
    List<PoolSnapshot.Slot> slots =
        List.of(
            slot(old, 0, BackendHealth.of(Health.CHECKING), null),
            slot(old, 1, BackendHealth.UP, new Warmup(0, 0.25)),
            slot(old, 2, down, null));
    PoolSnapshot pool = new PoolSnapshot("web", 6, old.config(), old.placement(), slots, Ties.NONE);
    tables.publish(new RoutingTable(2, 7, CONFIG, List.of(), Map.of("web", pool)));
    String checking = label(pool, 0);
    String warm = label(pool, 1);
    String ejected = label(pool, 2);

    assertThat(samples())
        .containsEntry("clockwise_backend_health" + checking + ",state=\"checking\"}", 1.0)
        .containsEntry("clockwise_backend_health" + checking + ",state=\"up\"}", 0.0)
        .containsEntry("clockwise_backend_health" + warm + ",state=\"up\"}", 1.0)
        .containsEntry("clockwise_backend_health" + ejected + ",state=\"down\"}", 1.0)
        .containsEntry("clockwise_backend_ejected" + warm + "}", 0.0)
        .containsEntry("clockwise_backend_ejected" + ejected + "}", 1.0)
        .containsEntry("clockwise_backend_warmth_ratio" + warm + "}", 0.25)
        .containsEntry("clockwise_backend_warmth_ratio" + ejected + "}", 1.0)
        .containsEntry("clockwise_pool_panic{pool=\"web\"}", 1.0)
        .containsEntry("clockwise_health_frozen_seconds", 0.0);
    tables.publish(table(3, backend("a", 1, AdminState.READY)));
    assertThat(samples()).containsEntry("clockwise_pool_panic{pool=\"web\"}", 0.0);
  }

  private static String label(PoolSnapshot pool, int index) {
    return "{backend=\"" + pool.backend(index).id() + "\",pool=\"web\"";
  }

  private static PoolSnapshot.Slot slot(
      PoolSnapshot pool, int index, BackendHealth health, @Nullable Warmup warmup) {
    Backend old = pool.backend(index);
    Backend ready = new Backend(old.id(), old.address(), old.weight(), AdminState.READY);
    return new PoolSnapshot.Slot(
        ready, Availability.OPEN, pool.meters(index), null, health, warmup);
  }

  @Test
  void saysHowLongAvailabilityIsFrozen() {
    health.freeze(Instant.now().plusSeconds(100));
    assertThat(samples().get("clockwise_health_frozen_seconds")).isBetween(1.0, 100.0);
  }

  @Test
  void forgetsRemovedBackends() {
    assertThat(samples().keySet()).anyMatch(name -> name.contains("backend=\"b\""));
    tables.publish(table(2, backend("a", 1, AdminState.READY)));

    assertThat(samples().keySet())
        .noneMatch(name -> name.contains("backend=\"b\""))
        .anyMatch(name -> name.contains("backend=\"a\""));
  }

  @Test
  void showsTheProcess() {
    assertThat(samples().keySet())
        .anyMatch(name -> name.startsWith("jvm_memory_used_bytes"))
        .anyMatch(name -> name.startsWith("jvm_threads_live_threads"))
        .anyMatch(name -> name.startsWith("jvm_gc_"))
        .anyMatch(name -> name.startsWith("process_files_open_files"))
        .anyMatch(name -> name.startsWith("process_uptime_seconds"));
  }

  @Test
  void survivesPoolsWithoutBackends() {
    tables.publish(table(2));
    assertThat(samples())
        .containsEntry("clockwise_pool_open_backends{pool=\"web\"}", 0.0)
        .doesNotContainKey("clockwise_pool_share_max_mean_ratio{pool=\"web\"}");
  }
}
