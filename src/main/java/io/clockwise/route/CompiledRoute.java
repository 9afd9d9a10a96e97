package io.clockwise.route;

import io.clockwise.config.RouteConfig;

/** A route made ready for matching and for taking keys out of requests. Immutable. */
public final class CompiledRoute {
  private final RouteConfig config;
  private final PoolSnapshot pool;

  private CompiledRoute(RouteConfig config, PoolSnapshot pool) {
    this.config = config;
    this.pool = pool;
  }

  /** Compiles a route onto its pool. */
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
}
