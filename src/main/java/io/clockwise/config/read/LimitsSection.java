package io.clockwise.config.read;

import io.clockwise.config.LimitsConfig;
import io.clockwise.config.TargetRule;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.time.Duration;

/** The key {@code limits}. */
final class LimitsSection {
  private static final int MIB = 1 << 20;
  private static final int MOST_CONNECTIONS = 1_000_000;
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofHours(24);

  private LimitsSection() {}

  static LimitsConfig read(Value value) {
    Fields fields = value.fields("a mapping of limits such as { headers: 16KiB }");
    LimitsConfig normal = LimitsConfig.DEFAULT;
    LimitsConfig limits =
        new LimitsConfig(
            fields.size("requestLine", 64, MIB, normal.requestLine()),
            fields.size("headers", 256, MIB, normal.headers()),
            fields.integer("headerCount", 1, 10_000, normal.headerCount()),
            fields.duration("headTimeout", SHORTEST, HOUR, normal.headTimeout()),
            fields.duration("bodyIdle", SHORTEST, DAY, normal.bodyIdle()),
            fields.duration("keepAliveIdle", SHORTEST, DAY, normal.keepAliveIdle()),
            fields.integer("connections", 1, MOST_CONNECTIONS, normal.connections()),
            fields.integer(
                "connectionsPerAddress", 0, MOST_CONNECTIONS, normal.connectionsPerAddress()),
            fields.word("target", TargetRule.class, normal.target()));
    fields.done();
    return limits;
  }
}
