package io.clockwise.config;

import io.clockwise.model.CidrBlock;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The whole configuration document, defaults filled in. Its record components mirror the document's
 * keys, here and in the records below it.
 *
 * @param instance stable name of this process; default: the host name
 * @param listeners default: one on {@code 0.0.0.0:8080}
 * @param trustedProxies whose {@code X-Forwarded-*} is believed; default none
 * @param forwarded how backends are told who asked
 * @param admin the admin API
 * @param probes a listener for machines alone
 * @param stateDir where what must outlive the process is kept; default {@code var}, relative to the
 *     document; null, written as an empty text: nothing is kept; needs a restart
 * @param explain who may ask why a request goes where it goes
 * @param transport how bytes come and go; default {@link TransportConfig#AUTO}
 * @param limits of clients
 * @param shutdown how a stop goes
 * @param accessLog one line for each request
 * @param routes in order; default, with a single pool: one route for everything
 * @param pools by name, in the order of the document
 */
public record ClockwiseConfig(
    String instance,
    List<ListenerConfig> listeners,
    List<CidrBlock> trustedProxies,
    ForwardedConfig forwarded,
    AdminConfig admin,
    ProbesConfig probes,
    @Nullable Path stateDir,
    ExplainConfig explain,
    TransportConfig transport,
    LimitsConfig limits,
    ShutdownConfig shutdown,
    AccessLogConfig accessLog,
    List<RouteConfig> routes,
    Map<String, PoolConfig> pools) {

  /** Copies the collections. */
  public ClockwiseConfig {
    listeners = List.copyOf(listeners);
    trustedProxies = List.copyOf(trustedProxies);
    routes = List.copyOf(routes);
    pools = Collections.unmodifiableMap(new LinkedHashMap<>(pools));
  }

  /**
   * Makes one without a listener for probes, that keeps nothing and tells backends who asked as is
   * usual.
   */
  public ClockwiseConfig(
      String instance,
      List<ListenerConfig> listeners,
      List<CidrBlock> trustedProxies,
      AdminConfig admin,
      LimitsConfig limits,
      ShutdownConfig shutdown,
      AccessLogConfig accessLog,
      List<RouteConfig> routes,
      Map<String, PoolConfig> pools) {
    this(
        instance,
        listeners,
        trustedProxies,
        ForwardedConfig.DEFAULT,
        admin,
        ProbesConfig.OFF,
        null,
        ExplainConfig.OFF,
        TransportConfig.AUTO,
        limits,
        shutdown,
        accessLog,
        routes,
        pools);
  }

  /** Returns the same with what a running one cannot change before it starts again. */
  public ClockwiseConfig keeping(ClockwiseConfig running) {
    return with(running, pools);
  }

  /** Returns the same with other pools. */
  public ClockwiseConfig withPools(Map<String, PoolConfig> newPools) {
    return with(this, newPools);
  }

  private ClockwiseConfig with(ClockwiseConfig running, Map<String, PoolConfig> newPools) {
    return new ClockwiseConfig(
        instance,
        listeners,
        trustedProxies,
        forwarded,
        running.admin,
        running.probes,
        running.stateDir,
        explain,
        running.transport,
        limits,
        shutdown,
        accessLog,
        routes,
        newPools);
  }
}
