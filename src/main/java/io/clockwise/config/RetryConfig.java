package io.clockwise.config;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * When a request is tried once more, on the next candidate of its key.
 *
 * @param attempts tries in all, the first one included, 1 to 10; default 2; 1: no retries
 * @param on what a failed try may have ended with; default {@code connectFailure,
 *     resetBeforeResponse, refusedStream}
 * @param methods of requests that may be sent again although a backend may have seen them; default
 *     {@code GET, HEAD, OPTIONS}; a request that surely was not seen is retried whatever its method
 * @param statuses of answers that are tried again for these methods, 400 to 599; default none
 * @param budget of all retries of the pool
 */
public record RetryConfig(
    int attempts, Set<RetryOn> on, Set<String> methods, Set<Integer> statuses, RetryBudget budget) {
  /** The defaults. */
  public static final RetryConfig DEFAULT =
      new RetryConfig(
          2,
          ordered(
              List.of(
                  RetryOn.CONNECT_FAILURE, RetryOn.RESET_BEFORE_RESPONSE, RetryOn.REFUSED_STREAM)),
          ordered(List.of("GET", "HEAD", "OPTIONS")),
          Set.of(),
          RetryBudget.DEFAULT);

  /** Copies the sets, in their order. */
  public RetryConfig {
    on = ordered(on);
    methods = ordered(methods);
    statuses = ordered(statuses);
  }

  /** Returns the same with another number of tries. */
  public RetryConfig withAttempts(int tries) {
    return new RetryConfig(tries, on, methods, statuses, budget);
  }

  /** Returns a copy that keeps the order of the document. */
  static <T> Set<T> ordered(Collection<T> items) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(items));
  }
}
