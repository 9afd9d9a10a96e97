package io.clockwise.config.read.exchange;

import io.clockwise.config.RouteTimeoutsConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The key {@code timeouts} of a pool, and of a route. */
public final class TimeoutsSection {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofHours(24);
  private static final Duration WEEK = Duration.ofDays(7);

  private TimeoutsSection() {}

  /** Reads those of a pool. */
  public static TimeoutsConfig read(Value value) {
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

  /** Reads those of a route. */
  public static RouteTimeoutsConfig readOfRoute(Value value) {
    Fields fields = value.fields("a mapping such as { response: 5s, total: 30s }");
    TimeoutsConfig normal = TimeoutsConfig.DEFAULT;
    RouteTimeoutsConfig timeouts =
        new RouteTimeoutsConfig(
            own(fields, "response", normal.response()),
            own(fields, "idle", normal.idle()),
            own(fields, "total", Duration.ofMinutes(1)));
    fields.done();
    return timeouts;
  }

  private static @Nullable Duration own(Fields fields, String key, Duration example) {
    return fields.get(key).map(value -> value.duration(SHORTEST, DAY, example)).orElse(null);
  }
}
