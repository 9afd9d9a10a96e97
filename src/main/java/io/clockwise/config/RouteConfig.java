package io.clockwise.config;

import io.clockwise.model.MissingKeyPolicy;
import java.util.List;

/**
 * Which requests go to which pool, and by which key. The first route that matches wins.
 *
 * @param name unique; default {@code route-N}, N counting from 1
 * @param match default: every request
 * @param key sources in order; the first that yields a value; default none: each request has no key
 * @param onMissingKey default {@code leastRequests}
 * @param pool name of a pool; default: the only one
 */
public record RouteConfig(
    String name,
    MatchConfig match,
    List<KeySource> key,
    MissingKeyPolicy onMissingKey,
    String pool) {

  /** Copies the list. */
  public RouteConfig {
    key = List.copyOf(key);
  }
}
