package io.clockwise.admin.metrics;

import io.clockwise.control.ControlStatus;
import io.clockwise.event.health.HealthPort;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.Meters;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/**
 * The page that Prometheus reads. Everything is read at the scrape: nothing here is called while a
 * request is served.
 */
public final class MetricsPage implements AutoCloseable {
  /** The media type of {@link #scrape()}. */
  public static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics garbage = new JvmGcMetrics();

  /**
   * Collects from these.
   *
   * @param status what the single writer tells of itself
   * @param health what is known of backends
   */
  public MetricsPage(
      Meters meters, RoutingTableRef tables, Supplier<ControlStatus> status, HealthPort health) {
    List<MeterBinder> process =
        List.of(
            new JvmMemoryMetrics(),
            new JvmThreadMetrics(),
            new ProcessorMetrics(),
            new UptimeMetrics(),
            new FileDescriptorMetrics(),
            garbage);
    process.forEach(binder -> binder.bindTo(registry));
    PrometheusRegistry collectors = registry.getPrometheusRegistry();
    collectors.register(new RequestMetrics(meters));
    collectors.register(new ConnectionMetrics(meters));
    collectors.register(new UpstreamMetrics(meters));
    collectors.register(new PoolMetrics(tables));
    collectors.register(new ProbeMetrics(meters, tables));
    collectors.register(new AutoscaleMetrics(meters, tables));
    collectors.register(new HealthMetrics(tables, health, InstantSource.system()));
    collectors.register(new AffinityMetrics(meters, tables));
    collectors.register(new HotKeyMetrics(tables, InstantSource.system()));
    collectors.register(new ControlMetrics(tables, status, version()));
  }

  /** Returns the page, in the text format of Prometheus. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    garbage.close();
    registry.close();
  }

  private static String version() {
    String version = MetricsPage.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version; // only the jar's manifest has it
  }
}
