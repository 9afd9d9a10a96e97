package io.clockwise.config.read.doubt;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.read.node.Shown;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is doubtful in the cookies of pools: among each other, and to routes. */
final class CookieDoubts {
  private static final String ANY_BELOW = "*.";

  private CookieDoubts() {}

  /** Warns of the cookie of one pool. */
  static void find(PoolUse use, List<PoolUse> all, Warnings warnings) {
    AffinityConfig.@Nullable Cookie cookie = cookie(use);
    if (cookie == null) {
      return;
    }
    if (cookie.keys().isEmpty() && use.config().stateDir() == null) {
      warnings.warning(
          use.path() + ".affinity.cookie.keys",
          "no keys, and no stateDir for one that is generated",
          "keys, or a stateDir",
          "sessions would end with the process");
    }
    for (PoolUse other : all) {
      if (other.name().equals(use.name())) {
        return; // the second one of two is warned of
      }
      if (isSameName(cookie, cookie(other)) && meet(use, other)) {
        warnings.warning(
            use.path() + ".affinity.cookie.name",
            Shown.quoted(cookie.name()) + ", as in the pool " + Shown.quoted(other.name()),
            "a name of its own",
            "for one host a browser keeps one of the two: each pool would replace the other's");
        return;
      }
    }
  }

  /** Warns of a key that is the pool's own cookie. */
  static void key(PoolUse use, int place, Warnings warnings) {
    AffinityConfig.@Nullable Cookie cookie = cookie(use);
    if (cookie != null && names(use.route(place).key(), cookie.name())) {
      warnings.warning(
          "routes[" + place + "].key",
          "the cookie " + Shown.quoted(cookie.name()) + ", which is the affinity's own",
          "a cookie of the application",
          "each new session would have another key");
    }
  }

  private static AffinityConfig.@Nullable Cookie cookie(PoolUse use) {
    return use.pool().session().affinity() instanceof AffinityConfig.Cookie cookie ? cookie : null;
  }

  private static boolean isSameName(
      AffinityConfig.Cookie cookie, AffinityConfig.@Nullable Cookie other) {
    return other != null && other.name().equals(cookie.name());
  }

  private static boolean names(List<KeySource> sources, String name) {
    return sources.stream()
        .anyMatch(
            source ->
                source instanceof KeySource.Cookie cookie && cookie.name().equals(name)
                    || source instanceof KeySource.All all && names(all.parts(), name));
  }

  /** Tells whether a client may meet both pools under one host, by routes of their own. */
  private static boolean meet(PoolUse use, PoolUse other) {
    return Collections.disjoint(use.routes(), other.routes())
        && use.routes().stream()
            .anyMatch(
                place ->
                    other.routes().stream()
                        .anyMatch(next -> overlap(use.route(place), other.route(next))));
  }

  private static boolean overlap(RouteConfig a, RouteConfig b) {
    List<String> left = a.match().hosts();
    List<String> right = b.match().hosts();
    return left.isEmpty()
        || right.isEmpty()
        || left.stream().anyMatch(x -> right.stream().anyMatch(y -> covers(x, y) || covers(y, x)));
  }

  private static boolean covers(String pattern, String host) {
    return pattern.equals(host)
        || pattern.startsWith(ANY_BELOW) && host.endsWith(pattern.substring(1));
  }
}
