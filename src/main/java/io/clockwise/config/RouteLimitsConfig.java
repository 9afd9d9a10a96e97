package io.clockwise.config;

/**
 * What a client may ask of a route.
 *
 * @param body bytes of a request body, 0 B to 1024 GiB; default {@code off}, here -1: no limit;
 *     beyond: 413
 */
public record RouteLimitsConfig(long body) {
  /** No limits. */
  public static final RouteLimitsConfig NONE = new RouteLimitsConfig(-1);

  /** Tells whether a body of this length is too long. */
  public boolean forbids(long length) {
    return body >= 0 && length > body;
  }
}
