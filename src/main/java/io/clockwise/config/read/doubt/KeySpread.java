package io.clockwise.config.read.doubt;

import io.clockwise.config.KeySource;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.read.node.Shown;
import java.util.List;

/** Keys that have too few values to spread over the backends of a pool. */
final class KeySpread {
  private static final String ANY_BELOW = "*.";

  /** A prefix of so many bits has 256 values at most. */
  private static final int SHORT_PREFIX = 8;

  private KeySpread() {}

  /**
   * Warns of one route.
   *
   * @param path of the route
   * @param pool that it leads to
   */
  static void find(RouteConfig route, String path, PoolConfig pool, Warnings warnings) {
    List<KeySource> key = route.key();
    MatchConfig match = route.match();
    long placed = pool.backends().stream().filter(backend -> backend.weight() > 0).count();
    if (placed < 2 || key.isEmpty() || !hasFewValues(key.get(0), match)) {
      return;
    }
    List<KeySource> asked = isInEveryRequest(key.get(0)) ? key.subList(0, 1) : key;
    if (asked.stream().allMatch(source -> hasFewValues(source, match))) {
      List<String> names = asked.stream().map(source -> name(source, match)).toList();
      warnings.warning(
          path + ".key",
          String.join(", ", names)
              + (names.size() == 1 ? ", which has few values" : ", which have few values"),
          "a source with many values, such as a user or a session",
          "all requests with one value go to one backend");
    }
  }

  private static String name(KeySource source, MatchConfig match) {
    if (source instanceof KeySource.All all) {
      return "all of " + String.join(" and ", all.parts().stream().map(KeySource::kind).toList());
    }
    return source instanceof KeySource.Path
        ? "path in a route for " + Shown.quoted(match.path().toString())
        : source.kind();
  }

  private static boolean hasFewValues(KeySource source, MatchConfig match) {
    if (source instanceof KeySource.All all) {
      return all.parts().stream().allMatch(part -> hasFewValues(part, match));
    }
    if (source instanceof KeySource.ClientAddress address) {
      return address.v4Prefix() <= SHORT_PREFIX;
    }
    if (source instanceof KeySource.Path path && path.template() == null) {
      return isOnePath(match);
    }
    return source instanceof KeySource.Method || isHost(source) && !hasManyHosts(match);
  }

  private static boolean isHost(KeySource source) {
    return source instanceof KeySource.Host
        || source instanceof KeySource.TlsServerName
        || source instanceof KeySource.Header header && header.name().equalsIgnoreCase("Host");
  }

  /** A name for each tenant is a good key: a route for all names below one says that there are. */
  private static boolean hasManyHosts(MatchConfig match) {
    return match.hosts().stream().anyMatch(host -> host.startsWith(ANY_BELOW));
  }

  private static boolean isOnePath(MatchConfig match) {
    String pattern = match.path().toString();
    return pattern.indexOf('*') < 0 && pattern.indexOf('{') < 0; // no part of a literal segment
  }

  private static boolean isInEveryRequest(KeySource source) {
    if (source instanceof KeySource.All all) {
      return all.parts().stream().allMatch(KeySpread::isInEveryRequest);
    }
    boolean always =
        source instanceof KeySource.Path path && path.template() == null
            || source instanceof KeySource.Method
            || source instanceof KeySource.Host
            || source instanceof KeySource.ClientAddress;
    return always && source.pattern() == null;
  }
}
