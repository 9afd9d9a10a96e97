package io.clockwise.config.read.doubt;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigProblem;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.read.node.Shown;
import io.clockwise.model.CidrBlock;
import io.clockwise.model.MissingKeyPolicy;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a valid configuration should be warned of. */
public final class Doubts {
  private Doubts() {}

  /** Warns of all that is doubtful in a configuration. */
  public static void find(ClockwiseConfig config, Warnings warnings) {
    List<PoolUse> pools = PoolUse.all(config);
    pools.forEach(pool -> pool(pool, pools, warnings));
    trustedProxies(config.trustedProxies(), warnings);
    routes(config.routes(), warnings);
    for (int i = 0; i < config.routes().size(); i++) {
      KeyDoubts.find(config, i, warnings);
      RouteDoubts.find(config, i, warnings);
    }
    pools.forEach(pool -> keys(pool, warnings));
  }

  /**
   * Returns the warnings that concern each pool, the keys of its routes among them, by its name; of
   * any configuration, be it read from a document or changed since. Their lines are 0.
   */
  public static Map<String, List<ConfigProblem>> ofPools(ClockwiseConfig config) {
    List<PoolUse> pools = PoolUse.all(config);
    Map<String, List<ConfigProblem>> all = new LinkedHashMap<>();
    for (PoolUse pool : pools) {
      Set<ConfigProblem> found = new LinkedHashSet<>();
      Warnings warnings =
          (path, given, expected, hint) ->
              found.add(new ConfigProblem(path, 0, given, expected, hint));
      pool(pool, pools, warnings);
      pool.routes().forEach(place -> KeyDoubts.find(config, place, warnings));
      keys(pool, warnings);
      all.put(pool.name(), List.copyOf(found));
    }
    return all;
  }

  private static void pool(PoolUse pool, List<PoolUse> pools, Warnings warnings) {
    PoolDoubts.find(pool, warnings);
    ScaleDoubts.find(pool, warnings);
    PlacementDoubts.find(pool.path(), pool.pool(), warnings);
    MigrationDoubts.find(pool.path(), pool.pool(), warnings);
    AffinityDoubts.find(pool, warnings);
    CookieDoubts.find(pool, pools, warnings);
    CareDoubts.find(pool, warnings);
  }

  /** Warns of keys that do not fit the pool. */
  private static void keys(PoolUse pool, Warnings warnings) {
    for (int place : pool.routes()) {
      String path = "routes[" + place + "]";
      RouteConfig route = pool.route(place);
      MigrationKeyDoubts.find(route, path, pool.pool().placement(), warnings);
      KeySpread.find(route, path, pool.pool(), warnings);
      CookieDoubts.key(pool, place, warnings);
    }
  }

  private static void trustedProxies(List<CidrBlock> blocks, Warnings warnings) {
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).toString().endsWith("/0")) {
        warnings.warning(
            "trustedProxies[" + i + "]",
            Shown.quoted(blocks.get(i).toString()),
            "only the addresses of your own proxies",
            "everybody could make up a client address");
      }
    }
  }

  private static void routes(List<RouteConfig> routes, Warnings warnings) {
    for (int i = 0; i < routes.size(); i++) {
      RouteConfig route = routes.get(i);
      String path = "routes[" + i + "]";
      if (route.key().isEmpty() && route.onMissingKey() == MissingKeyPolicy.REJECT) {
        String hint = "every request of this route gets 400";
        warnings.warning(path + ".onMissingKey", "\"reject\" without a key", "a key", hint);
      }
      boolean last = i == routes.size() - 1;
      if (route.match().equals(MatchConfig.ANY) && !last) {
        warnings.warning(
            "routes[" + (i + 1) + "]",
            "a route behind " + Shown.quoted(route.name()) + ", which takes every request",
            "the route for everything as the last one",
            "the first route that matches wins");
        return;
      }
    }
  }
}
