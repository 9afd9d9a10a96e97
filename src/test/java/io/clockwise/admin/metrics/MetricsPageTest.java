package io.clockwise.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.CutReason;
import io.clockwise.telemetry.LoopMeters;
import io.clockwise.telemetry.UpstreamMeters;
import io.clockwise.telemetry.UpstreamMeters.State;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the page tells of loops, the table and the process. */
class MetricsPageTest extends MetricsFixture {
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
  void showsTheProcess() {
    assertThat(samples().keySet())
        .anyMatch(name -> name.startsWith("jvm_memory_used_bytes"))
        .anyMatch(name -> name.startsWith("jvm_threads_live_threads"))
        .anyMatch(name -> name.startsWith("jvm_gc_"))
        .anyMatch(name -> name.startsWith("process_files_open_files"))
        .anyMatch(name -> name.startsWith("process_uptime_seconds"));
  }
}
