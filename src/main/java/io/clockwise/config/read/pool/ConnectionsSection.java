package io.clockwise.config.read.pool;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.time.Duration;

/** The keys {@code connections} and {@code timeouts} of a pool. */
final class ConnectionsSection {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofHours(24);
  private static final Duration WEEK = Duration.ofDays(7);

  private ConnectionsSection() {}

  static ConnectionsConfig connections(Value value) {
    Fields fields = value.fields("a mapping such as { perBackend: 512 }");
    ConnectionsConfig normal = ConnectionsConfig.DEFAULT;
    ConnectionsConfig connections =
        new ConnectionsConfig(
            fields.integer("perBackend", 1, 100_000, normal.perBackend()),
            fields.word("onFull", ConnectionsConfig.OnFull.class, normal.onFull()),
            fields.integer("queue", 0, 1_000_000, normal.queue()),
            fields.duration("queueTimeout", SHORTEST, HOUR, normal.queueTimeout()),
            fields.duration("idle", Duration.ofMillis(100), HOUR, normal.idle()),
            fields.integer("tunnels", 0, 1_000_000, normal.tunnels()),
            fields.word("protocol", ConnectionsConfig.Protocol.class, normal.protocol()),
            fields.word(
                "proxyProtocol", ConnectionsConfig.ProxyProtocol.class, normal.proxyProtocol()));
    fields.done();
    return connections;
  }

  static TimeoutsConfig timeouts(Value value) {
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
