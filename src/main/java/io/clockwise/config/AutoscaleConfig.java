package io.clockwise.config;

import java.time.Duration;

/**
 * When standby backends of a pool are brought into service and drained again. Utilisation is the
 * requests in flight over what the open backends take well.
 *
 * @param target the utilisation that is aimed at, 0 to 1; default 0.7
 * @param high above it backends are brought in, up to 1 and above {@code target}; default 0.8
 * @param low below it one is drained, 0 or more and below {@code target}; default 0.5
 * @param capacity requests at once that one backend of weight 1 takes well, 1 to 1000000; default
 *     100; never more than {@code connections.perBackend} for one backend
 * @param interval over which the load is averaged, and between two looks, 1s to 1h; default 5s
 * @param cooldown from any change to the next drain, 0s to 24h; default 1m
 * @param step backends that are brought in at once, 1 to 100; default 1
 * @param webhook where an outside scaler is told how many backends are wanted; empty: nowhere;
 *     default
 */
public record AutoscaleConfig(
    double target,
    double high,
    double low,
    int capacity,
    Duration interval,
    Duration cooldown,
    int step,
    String webhook) {
  /** What holds when nothing is said. */
  public static final AutoscaleConfig DEFAULT =
      new AutoscaleConfig(0.7, 0.8, 0.5, 100, Duration.ofSeconds(5), Duration.ofSeconds(60), 1, "");

  /**
   * Returns the requests at once that one backend takes well.
   *
   * @param connections to each backend of the pool
   */
  public long capacityOf(int weight, ConnectionsConfig connections) {
    return Math.min((long) capacity * weight, connections.perBackend());
  }
}
