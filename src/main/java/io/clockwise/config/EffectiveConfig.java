package io.clockwise.config;

import io.clockwise.config.text.DurationText;
import io.clockwise.config.text.EnumText;
import io.clockwise.config.text.SizeText;
import io.clockwise.model.CidrBlock;
import io.clockwise.model.placement.PlacementSettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A configuration in the shape of its document, every default written out. */
public final class EffectiveConfig {
  private EffectiveConfig() {}

  /**
   * Returns mappings, lists, texts and numbers which, as YAML or JSON, read as an equal
   * configuration. Files with secrets appear as paths, never what is in them.
   */
  public static Map<String, Object> toMap(ClockwiseConfig config) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("instance", text(config.instance()));
    map.put("listeners", config.listeners().stream().map(EffectiveListener::toMap).toList());
    map.put("trustedProxies", config.trustedProxies().stream().map(CidrBlock::toString).toList());
    map.put("forwarded", forwarded(config.forwarded()));
    map.put("admin", admin(config.admin()));
    SocketBind probes = config.probes().bind();
    map.put("probes", Map.of("bind", probes == null ? "" : probes.toString()));
    Path stateDir = config.stateDir();
    map.put("stateDir", stateDir == null ? "" : text(stateDir.toString()));
    map.put("explain", Map.of("token", EffectiveSession.secret(config.explain().token())));
    map.put("transport", config.transport().word());
    map.put("limits", limits(config.limits()));
    map.put("shutdown", shutdown(config.shutdown()));
    map.put("accessLog", accessLog(config.accessLog()));
    map.put("routes", config.routes().stream().map(EffectiveRoute::toMap).toList());
    Map<String, Object> pools = new LinkedHashMap<>();
    config.pools().forEach((name, pool) -> pools.put(name, pool(pool)));
    map.put("pools", pools);
    return map;
  }

  private static Map<String, Object> forwarded(ForwardedConfig forwarded) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("xForwarded", forwarded.xForwarded());
    map.put("standard", forwarded.standard());
    return map;
  }

  private static Map<String, Object> admin(AdminConfig admin) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("bind", admin.bind().toString());
    map.put("tokens", admin.tokens().stream().map(EffectiveConfig::token).toList());
    map.put("recentRequests", admin.recentRequests());
    return map;
  }

  private static Map<String, Object> token(TokenConfig token) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("role", EnumText.of(token.role()));
    map.put("file", text(token.file().toString()));
    return map;
  }

  private static Map<String, Object> limits(LimitsConfig limits) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("requestLine", SizeText.of(limits.requestLine()));
    map.put("headers", SizeText.of(limits.headers()));
    map.put("headerCount", limits.headerCount());
    map.put("headTimeout", DurationText.of(limits.headTimeout()));
    map.put("bodyIdle", DurationText.of(limits.bodyIdle()));
    map.put("keepAliveIdle", DurationText.of(limits.keepAliveIdle()));
    map.put("connections", limits.connections());
    map.put("connectionsPerAddress", limits.connectionsPerAddress());
    map.put("target", EnumText.of(limits.target()));
    return map;
  }

  private static Map<String, Object> shutdown(ShutdownConfig shutdown) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("delay", DurationText.of(shutdown.delay()));
    map.put("grace", DurationText.of(shutdown.grace()));
    return map;
  }

  private static Map<String, Object> accessLog(AccessLogConfig accessLog) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("format", text(accessLog.format().toString()));
    map.put("file", text(accessLog.file()));
    map.put("logTarget", EnumText.of(accessLog.logTarget()));
    return map;
  }

  private static Map<String, Object> pool(PoolConfig pool) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("placement", placement(pool.placement()));
    map.put("backends", pool.backends().stream().map(EffectiveConfig::backend).toList());
    EffectiveSession.put(pool.session(), map);
    map.put("connections", EffectivePool.connections(pool.connections()));
    map.put("timeouts", EffectivePool.timeouts(pool.timeouts()));
    map.put("retry", EffectivePool.retry(pool.retry()));
    map.put("tls", EffectivePool.tls(pool.tls()));
    EffectiveCare.put(pool.care(), map);
    map.put("autoscale", EffectiveScale.autoscale(pool.care().autoscale()));
    map.put("zones", EffectiveCare.zones(pool.care().zones()));
    return map;
  }

  private static Map<String, Object> placement(PlacementSettings placement) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("algorithm", placement.algorithm());
    placement.parameters().forEach((name, value) -> map.put(name, readable(value)));
    return map;
  }

  /** Returns a value whose texts read as they are. */
  private static Object readable(Object value) {
    if (value instanceof String text) {
      return text(text);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(EffectiveConfig::readable).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach((name, item) -> copy.put(name, readable(item)));
      return copy;
    }
    return value;
  }

  /** Returns a backend in the shape of its document. */
  public static Map<String, Object> backend(BackendConfig backend) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", backend.id());
    map.put("address", text(backend.address().toString()));
    map.put("weight", backend.weight());
    map.put("state", EnumText.of(backend.state()));
    map.put("placementName", text(backend.placementName()));
    map.put("standby", backend.standby());
    map.put("zone", text(backend.zone()));
    return map;
  }

  /** Returns a text that reads as it is, although the reader fills in variables. */
  static String text(String raw) {
    return raw.replace("${", "$${");
  }
}
