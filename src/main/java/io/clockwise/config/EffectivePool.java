package io.clockwise.config;

import io.clockwise.config.text.DurationText;
import io.clockwise.config.text.EnumText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a pool says of its connections, in the shape of its document. */
final class EffectivePool {
  private EffectivePool() {}

  static Map<String, Object> connections(ConnectionsConfig connections) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("perBackend", connections.perBackend());
    map.put("onFull", EnumText.of(connections.onFull()));
    map.put("queue", connections.queue());
    map.put("queueTimeout", DurationText.of(connections.queueTimeout()));
    map.put("idle", DurationText.of(connections.idle()));
    map.put("tunnels", connections.tunnels());
    map.put("protocol", EnumText.of(connections.protocol()));
    map.put("proxyProtocol", EnumText.of(connections.proxyProtocol()));
    return map;
  }

  static Map<String, Object> timeouts(TimeoutsConfig timeouts) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("connect", DurationText.of(timeouts.connect()));
    map.put("response", DurationText.of(timeouts.response()));
    map.put("idle", DurationText.of(timeouts.idle()));
    map.put("tunnelIdle", DurationText.of(timeouts.tunnelIdle()));
    return map;
  }

  static Map<String, Object> retry(RetryConfig retry) {
    Map<String, Object> budget = new LinkedHashMap<>();
    budget.put("ratio", retry.budget().ratio());
    budget.put("minPerSecond", retry.budget().minPerSecond());
    budget.put("window", DurationText.of(retry.budget().window()));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("attempts", retry.attempts());
    map.put("on", retry.on().stream().map(EnumText::of).toList());
    map.put("methods", retry.methods().stream().map(EffectiveConfig::text).toList());
    map.put("statuses", List.copyOf(retry.statuses()));
    map.put("budget", budget);
    return map;
  }

  static Object tls(@Nullable BackendTlsConfig tls) {
    if (tls == null) {
      return "off";
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("verify", tls.verify());
    map.put("ca", path(tls.ca()));
    map.put("serverName", tls.serverName());
    map.put("cert", path(tls.cert()));
    map.put("key", path(tls.key()));
    return map;
  }

  private static String path(@Nullable PemFile file) {
    return file == null ? "" : EffectiveConfig.text(file.toString());
  }
}
