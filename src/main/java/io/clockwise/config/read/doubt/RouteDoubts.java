package io.clockwise.config.read.doubt;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.RouteConfig;
import java.util.List;

/** What is doubtful in how a route treats clients and requests. */
final class RouteDoubts {
  private static final List<String> NOT_IDEMPOTENT = List.of("POST", "PATCH");

  private RouteDoubts() {}

  static void find(ClockwiseConfig config, int routeIndex, Warnings warnings) {
    RouteConfig route = config.routes().get(routeIndex);
    String path = "routes[" + routeIndex + "]";
    boolean looksAtClients = !route.allow().isEmpty() || !route.deny().isEmpty();
    if (looksAtClients && KeyDoubts.mayHideClients(config)) {
      warnings.warning(
          path + (route.allow().isEmpty() ? ".deny" : ".allow"),
          "client addresses without trustedProxies",
          "trustedProxies, when proxies stand in front",
          "behind a proxy all clients would have its address");
    }
    if (route.shares().isEmpty() && !route.key().isEmpty()) {
      warnings.warning(
          path + ".key", "a key without a pool", "no key", "a route's own answer needs none");
    }
    for (String name : route.poolNames()) {
      PoolConfig pool = config.pools().get(name);
      if (pool != null) {
        retries(route, pool.retry(), path, warnings);
      }
    }
  }

  private static void retries(RouteConfig route, RetryConfig pool, String path, Warnings warnings) {
    RetryConfig retry = route.retry().over(pool);
    if (retry.attempts() > 1 && NOT_IDEMPOTENT.stream().anyMatch(retry.methods()::contains)) {
      warnings.warning(
          path + ".retry.methods",
          "POST or PATCH among the methods that are sent again",
          "methods that may be carried out twice",
          "a backend may have seen the first one already");
    }
  }
}
