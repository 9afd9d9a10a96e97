package io.clockwise.config;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When a request of a route is tried once more. What is null is as the pool has it; the budget is
 * always the pool's.
 *
 * @param attempts tries in all, 1 to 10
 * @param on what a failed try may have ended with
 * @param methods of requests that may be sent again although a backend may have seen them
 * @param statuses of answers that are tried again, 400 to 599
 */
public record RouteRetryConfig(
    @Nullable Integer attempts,
    @Nullable Set<RetryOn> on,
    @Nullable Set<String> methods,
    @Nullable Set<Integer> statuses) {
  /** Nothing of its own. */
  public static final RouteRetryConfig NONE = new RouteRetryConfig(null, null, null, null);

  /** Copies the sets, in their order. */
  public RouteRetryConfig {
    on = on == null ? null : RetryConfig.ordered(on);
    methods = methods == null ? null : RetryConfig.ordered(methods);
    statuses = statuses == null ? null : RetryConfig.ordered(statuses);
  }

  /** Returns a pool's retries as this route has them. */
  public RetryConfig over(RetryConfig pool) {
    return equals(NONE)
        ? pool
        : new RetryConfig(
            attempts == null ? pool.attempts() : attempts,
            on == null ? pool.on() : on,
            methods == null ? pool.methods() : methods,
            statuses == null ? pool.statuses() : statuses,
            pool.budget());
  }
}
