package io.clockwise.config;

import java.time.Duration;

/**
 * How long a backend may take.
 *
 * @param connect to accept a connection, TLS included, 1 ms to 1 h; default 2 s; beyond: 504
 * @param response from the last byte of the request to the first of the answer, 1 ms to 24 h;
 *     default 30 s; beyond: 504
 * @param idle longest pause inside an exchange, 1 ms to 24 h; default 60 s
 * @param tunnelIdle longest pause inside an upgraded connection, 1 ms to 168 h; default 1 h
 */
public record TimeoutsConfig(
    Duration connect, Duration response, Duration idle, Duration tunnelIdle) {
  private static final Duration TUNNEL_IDLE = Duration.ofHours(1);

  /** The defaults. */
  public static final TimeoutsConfig DEFAULT =
      new TimeoutsConfig(Duration.ofSeconds(2), Duration.ofSeconds(30), Duration.ofSeconds(60));

  /** Makes one with the default of the rest. */
  public TimeoutsConfig(Duration connect, Duration response, Duration idle) {
    this(connect, response, idle, TUNNEL_IDLE);
  }
}
