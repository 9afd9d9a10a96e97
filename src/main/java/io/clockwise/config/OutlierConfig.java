package io.clockwise.config;

import java.time.Duration;

/**
 * When a backend is ejected for what requests meet there: connections that fail or break, timeouts,
 * and the answers 502, 503 and 504.
 *
 * @param consecutiveFailures in a row on one event loop, 1 to 1000; default 5
 * @param distinctKeys from which they come at least, 1 to 64; default 3; requests without a key
 *     count as one key each
 * @param eject how long the first time, 100ms to 1h; default 10s; longer with each repetition
 * @param maxEject how long at most, up to 24h; default 300s
 * @param maxEjectedShare of the pool's weight, 0 to 1; default 0.3; one is always allowed, the last
 *     usable one never
 * @param slowFactor a backend is ejected too when its answers take so many times the pool's median,
 *     2 to 1000; default 0: never
 */
public record OutlierConfig(
    int consecutiveFailures,
    int distinctKeys,
    Duration eject,
    Duration maxEject,
    double maxEjectedShare,
    double slowFactor) {
  /** What {@code outlier: on} means. */
  public static final OutlierConfig DEFAULT =
      new OutlierConfig(5, 3, Duration.ofSeconds(10), Duration.ofSeconds(300), 0.3, 0);
}
