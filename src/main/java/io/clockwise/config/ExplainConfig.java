package io.clockwise.config;

import org.jspecify.annotations.Nullable;

/**
 * Who may ask for the decision on a request, and choose its backend, by a field of the request.
 *
 * @param token the secret of {@code Clockwise-Explain}; default null: nobody may
 */
public record ExplainConfig(@Nullable SecretFile token) {
  /** Nobody may. */
  public static final ExplainConfig OFF = new ExplainConfig(null);
}
