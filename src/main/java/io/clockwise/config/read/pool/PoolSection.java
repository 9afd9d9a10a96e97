package io.clockwise.config.read.pool;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.config.read.exchange.RetrySection;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.NameText;
import io.clockwise.config.read.node.Value;
import io.clockwise.config.read.placement.PlacementSection;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.limits.PlacementLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The key {@code pools}: names and, for each, backends and how they are treated. */
public final class PoolSection {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofHours(24);
  private static final Duration WEEK = Duration.ofDays(7);

  private PoolSection() {}

  /** Reads all pools by name, in the order of the document. */
  public static Map<String, PoolConfig> readAll(Value value) {
    Fields fields = value.fields("a mapping from pool names to pools");
    Map<String, PoolConfig> pools = new LinkedHashMap<>();
    fields.entries().forEach((name, pool) -> pools.put(name, read(name, pool)));
    if (pools.isEmpty() && !fields.isBroken()) {
      value.problem("at least one pool with its backends", "");
    }
    return pools;
  }

  private static PoolConfig read(String name, Value value) {
    if (!NameText.isName(name)) {
      value.reading().problem(value.path(), "the pool name", NameText.NAME, "");
    }
    Fields fields = value.fields("a mapping with backends");
    int before = value.reading().findings().count();
    PlacementSettings placement =
        fields.get("placement").map(PlacementSection::read).orElse(PlacementSection.DEFAULT);
    List<BackendConfig> backends =
        fields.get("backends").map(BackendSection::readAll).orElse(List.of());
    boolean placeable = value.reading().findings().count() == before;
    ConnectionsConfig connections =
        fields.get("connections").map(PoolSection::connections).orElse(ConnectionsConfig.DEFAULT);
    TimeoutsConfig timeouts =
        fields.get("timeouts").map(PoolSection::timeouts).orElse(TimeoutsConfig.DEFAULT);
    RetryConfig retry = fields.get("retry").map(RetrySection::read).orElse(RetryConfig.DEFAULT);
    notYet(fields);
    fields.done();
    PoolConfig pool = new PoolConfig(placement, backends, connections, timeouts, retry);
    if (placeable) {
      limits(pool, value);
    }
    return pool;
  }

  private static void limits(PoolConfig pool, Value value) {
    PlacementLimits.breaches(pool.placement(), pool.members())
        .forEach(
            breach ->
                value
                    .reading()
                    .problem(
                        value.path() + "." + breach.field(),
                        breach.given(),
                        breach.expected(),
                        breach.hint()));
  }

  private static void notYet(Fields fields) {
    fields.notYet("affinity", "none");
    fields.notYet("onUnavailable", "next");
    fields.notYet("onOwnerChange", "keep");
    fields.notYet("drain");
    fields.notYet("health", "off");
    fields.notYet("outlier", "off");
    fields.notYet("whenNoneUsable");
    fields.notYet("loadBound", "off");
    fields.notYet("slowStart", "0s");
    fields.notYet("tls", "off");
    fields.notYet("discover", "off");
  }

  private static ConnectionsConfig connections(Value value) {
    Fields fields = value.fields("a mapping such as { perBackend: 512 }");
    ConnectionsConfig normal = ConnectionsConfig.DEFAULT;
    ConnectionsConfig connections =
        new ConnectionsConfig(
            fields.integer("perBackend", 1, 100_000, normal.perBackend()),
            fields.integer("queue", 0, 1_000_000, normal.queue()),
            fields.duration("queueTimeout", SHORTEST, HOUR, normal.queueTimeout()),
            fields.duration("idle", Duration.ofMillis(100), HOUR, normal.idle()));
    fields.notYet("onFull", "queue");
    fields.notYet("tunnels");
    fields.notYet("protocol", "h1");
    fields.done();
    return connections;
  }

  private static TimeoutsConfig timeouts(Value value) {
    Fields fields = value.fields("a mapping such as { response: 30s }");
    TimeoutsConfig normal = TimeoutsConfig.DEFAULT;
    TimeoutsConfig timeouts =
        new TimeoutsConfig(
            fields.duration("connect", SHORTEST, HOUR, normal.connect()),
            fields.duration("response", SHORTEST, DAY, normal.response()),
            fields.duration("idle", SHORTEST, DAY, normal.idle()),
            fields.duration("tunnelIdle", SHORTEST, WEEK, normal.tunnelIdle()));
    fields.done();
    return timeouts;
  }
}
