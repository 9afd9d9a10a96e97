package io.clockwise.testkit;

import io.clockwise.config.LimitsConfig;
import java.time.Duration;

/** Limits of tests: the defaults with a few other values. */
public final class TestLimits {
  private TestLimits() {}

  /** Returns limits with these times. */
  public static LimitsConfig times(Duration head, Duration idle) {
    return of(LimitsConfig.DEFAULT.headers(), head, idle, LimitsConfig.DEFAULT.connections(), 0);
  }

  /** Returns limits with these counts of connections. */
  public static LimitsConfig connections(int all, int perAddress) {
    LimitsConfig d = LimitsConfig.DEFAULT;
    return of(d.headers(), d.headTimeout(), d.keepAliveIdle(), all, perAddress);
  }

  /** Returns limits with this size of fields. */
  public static LimitsConfig headers(int bytes) {
    LimitsConfig d = LimitsConfig.DEFAULT;
    return of(bytes, d.headTimeout(), d.keepAliveIdle(), d.connections(), 0);
  }

  /** Returns limits with this length of request lines. */
  public static LimitsConfig requestLine(int bytes) {
    LimitsConfig d = LimitsConfig.DEFAULT;
    return new LimitsConfig(
        bytes,
        d.headers(),
        d.headerCount(),
        d.headTimeout(),
        d.bodyIdle(),
        d.keepAliveIdle(),
        d.connections(),
        0,
        d.target());
  }

  private static LimitsConfig of(
      int headers, Duration head, Duration idle, int connections, int perAddress) {
    LimitsConfig d = LimitsConfig.DEFAULT;
    return new LimitsConfig(
        d.requestLine(),
        headers,
        d.headerCount(),
        head,
        d.bodyIdle(),
        idle,
        connections,
        perAddress,
        d.target());
  }
}
