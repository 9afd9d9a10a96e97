package io.clockwise.config.read.doubt;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.RouteConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A pool, and the routes that lead to it, as one of several or as a backup too.
 *
 * @param name of the pool
 * @param routes by their place in the document, counting from 0
 */
record PoolUse(ClockwiseConfig config, String name, PoolConfig pool, List<Integer> routes) {

  /** Returns all pools in the order of the document. */
  static List<PoolUse> all(ClockwiseConfig config) {
    Map<String, List<Integer>> routes = new LinkedHashMap<>();
    config.pools().keySet().forEach(name -> routes.put(name, new ArrayList<>()));
    for (int i = 0; i < config.routes().size(); i++) {
      for (String name : config.routes().get(i).poolNames()) {
        List<Integer> places = routes.get(name);
        if (places != null) {
          places.add(i);
        }
      }
    }
    List<PoolUse> all = new ArrayList<>();
    config
        .pools()
        .forEach(
            (name, pool) ->
                all.add(
                    new PoolUse(
                        config, name, pool, List.copyOf(routes.getOrDefault(name, List.of())))));
    return all;
  }

  /** Returns where the pool stands in the document. */
  String path() {
    return "pools." + name;
  }

  /** Tells whether a route leads to it. */
  boolean isUsed() {
    return !routes.isEmpty();
  }

  /** Tells whether one of its routes takes a key from requests. */
  boolean hasKey() {
    return routes.stream().anyMatch(place -> !route(place).key().isEmpty());
  }

  RouteConfig route(int place) {
    return config.routes().get(place);
  }
}
