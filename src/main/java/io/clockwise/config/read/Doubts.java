package io.clockwise.config.read;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.read.node.Reading;
import io.clockwise.config.read.node.Shown;
import io.clockwise.model.CidrBlock;
import io.clockwise.model.MissingKeyPolicy;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a valid document should be warned of. */
final class Doubts {
  private Doubts() {}

  static void find(ClockwiseConfig config, Reading reading) {
    Set<String> used =
        config.routes().stream()
            .flatMap(route -> route.poolNames().stream())
            .collect(Collectors.toUnmodifiableSet());
    config.pools().forEach((name, pool) -> pool(name, pool, used.contains(name), reading));
    trustedProxies(config.trustedProxies(), reading);
    routes(config.routes(), reading);
    for (int i = 0; i < config.routes().size(); i++) {
      KeyDoubts.find(config, i, reading);
      RouteDoubts.find(config, i, reading);
      RouteConfig route = config.routes().get(i);
      for (String name : route.poolNames()) {
        PoolConfig pool = config.pools().get(name);
        if (pool != null) {
          MigrationKeyDoubts.find(route, "routes[" + i + "]", pool.placement(), reading);
        }
      }
    }
  }

  private static void pool(String name, PoolConfig pool, boolean used, Reading reading) {
    String path = "pools." + name;
    if (pool.backends().isEmpty()) {
      String hint = "each request to it gets 503 until a backend is added";
      reading.warning(path, "a pool without backends", "at least one backend", hint);
    }
    if (!used) {
      String hint = "name it in a route or remove it";
      reading.warning(path, "a pool that no route uses", "a route that names it", hint);
    }
    BackendTlsConfig tls = pool.tls();
    if (tls != null && !tls.verify()) {
      String hint = "anybody between could be the backend; name its authority in ca, or serverName";
      reading.warning(path + ".tls.verify", "false", "true", hint);
    }
    PlacementDoubts.find(path, pool, reading);
    MigrationDoubts.find(path, pool, reading);
    addressIds(path, pool.backends(), reading);
    similarIds(path, pool.backends(), reading);
  }

  private static void addressIds(String path, List<BackendConfig> backends, Reading reading) {
    for (int i = 0; i < backends.size(); i++) {
      BackendConfig backend = backends.get(i);
      if (backend.id().equals(backend.address().toString())) {
        reading.warning(
            path + ".backends[" + i + "]",
            "an id that is only an address, " + Shown.quoted(backend.id()),
            "a stable id for each backend of the pool",
            "a new address would move keys; name it, such as a=" + backend.address());
        return;
      }
    }
  }

  private static void similarIds(String path, List<BackendConfig> backends, Reading reading) {
    Map<String, String> ids = new HashMap<>();
    for (int i = 0; i < backends.size(); i++) {
      String id = backends.get(i).id();
      String other = ids.putIfAbsent(id.toLowerCase(Locale.ROOT), id);
      if (other != null) {
        reading.warning(
            path + ".backends[" + i + "]",
            "the ids " + Shown.quoted(other) + " and " + Shown.quoted(id),
            "ids that differ in more than case",
            "to Clockwise they are two backends");
      }
    }
  }

  private static void trustedProxies(List<CidrBlock> blocks, Reading reading) {
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).toString().endsWith("/0")) {
        reading.warning(
            "trustedProxies[" + i + "]",
            Shown.quoted(blocks.get(i).toString()),
            "only the addresses of your own proxies",
            "everybody could make up a client address");
      }
    }
  }

  private static void routes(List<RouteConfig> routes, Reading reading) {
    for (int i = 0; i < routes.size(); i++) {
      RouteConfig route = routes.get(i);
      String path = "routes[" + i + "]";
      if (route.key().isEmpty() && route.onMissingKey() == MissingKeyPolicy.REJECT) {
        String hint = "every request of this route gets 400";
        reading.warning(path + ".onMissingKey", "\"reject\" without a key", "a key", hint);
      }
      boolean last = i == routes.size() - 1;
      if (route.match().equals(MatchConfig.ANY) && !last) {
        reading.warning(
            "routes[" + (i + 1) + "]",
            "a route behind " + Shown.quoted(route.name()) + ", which takes every request",
            "the route for everything as the last one",
            "the first route that matches wins");
        return;
      }
    }
  }
}
