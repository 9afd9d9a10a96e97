package io.clockwise.config;

import java.time.Duration;

/**
 * How many retries all requests to a pool may have together, so that retries never multiply the
 * load of a pool in trouble: within a window, {@code ratio} of its requests, and at least {@code
 * minPerSecond} for each second.
 *
 * @param ratio retries for each request, 0 to 1, at most three decimals; default 0.2
 * @param minPerSecond retries a second that are always allowed, 0 to 1000000; default 10
 * @param window over which requests and retries are counted, 1 s to 5 min; default 10 s
 */
public record RetryBudget(double ratio, int minPerSecond, Duration window) {
  /** The defaults. */
  public static final RetryBudget DEFAULT = new RetryBudget(0.2, 10, Duration.ofSeconds(10));
}
