package io.clockwise.config.read.pool;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.time.Duration;

/** The key {@code connections} of a pool. */
final class ConnectionsSection {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration HOUR = Duration.ofHours(1);

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
}
