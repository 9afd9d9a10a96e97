package io.clockwise.route;

import io.clockwise.config.RouteConfig;

/** A route made ready for matching and for taking keys out of requests. Immutable. */
public final class CompiledRoute {
  private final RouteConfig config;
  private final PoolSnapshot pool;
  private final RouteMatcher matcher;
  private final KeyExtractor keys;

  private CompiledRoute(RouteConfig config, PoolSnapshot pool) {
    this.config = config;
    this.pool = pool;
    this.matcher = RouteMatcher.of(config.match());
    this.keys = KeyExtractor.of(config.key(), config.match().path());
  }

  /**
   * Compiles a route onto its pool.
   *
   * @throws IllegalArgumentException when a key source names a capture that the path does not have
   */
  public static CompiledRoute of(RouteConfig config, PoolSnapshot pool) {
    return new CompiledRoute(config, pool);
  }

  /** Returns the route as configured. */
  public RouteConfig config() {
    return config;
  }

  /** Returns the pool it leads to. */
  public PoolSnapshot pool() {
    return pool;
  }

  /** Returns which requests it takes. */
  RouteMatcher matcher() {
    return matcher;
  }

  /** Returns where its keys come from. */
  KeyExtractor keys() {
    return keys;
  }
}
