package io.clockwise.config.read.doubt;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.read.form.HostText;
import io.clockwise.config.read.node.Shown;
import io.clockwise.model.CidrBlock;
import io.clockwise.model.PathPattern;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the key sources of a valid route should be warned of. */
final class KeyDoubts {
  private static final String REST = "**";
  private static final List<CidrBlock> PRIVATE =
      Stream.of(
              "0.0.0.0/32",
              "127.0.0.0/8",
              "10.0.0.0/8",
              "172.16.0.0/12",
              "192.168.0.0/16",
              "169.254.0.0/16",
              "100.64.0.0/10",
              "::/127",
              "fc00::/7",
              "fe80::/10")
          .map(text -> CidrBlock.parse(text).orElseThrow())
          .toList();

  private KeyDoubts() {}

  static void find(ClockwiseConfig config, int routeIndex, Warnings warnings) {
    RouteConfig route = config.routes().get(routeIndex);
    String path = "routes[" + routeIndex + "].key";
    if (usesClientAddress(route.key()) && mayHideClients(config)) {
      warnings.warning(
          path,
          "clientAddress without trustedProxies",
          "trustedProxies, when proxies stand in front",
          "behind a proxy all clients would have its address and one backend");
    }
    shadowed(route.key(), path, warnings);
    for (int i = 0; i < route.key().size(); i++) {
      String at = route.key().size() == 1 ? path : path + "[" + i + "]";
      contradiction(route.key().get(i), route.match().path(), at, warnings);
    }
  }

  /** Tells whether proxies may stand in front whose word on clients is not believed. */
  static boolean mayHideClients(ClockwiseConfig config) {
    return config.trustedProxies().isEmpty()
        && config.listeners().stream().anyMatch(KeyDoubts::mayHaveProxies);
  }

  private static boolean usesClientAddress(List<KeySource> sources) {
    return sources.stream()
        .anyMatch(
            source ->
                source instanceof KeySource.ClientAddress
                    || source instanceof KeySource.All all && usesClientAddress(all.parts()));
  }

  /** Tells whether the listener is on an address that the internet cannot reach directly. */
  private static boolean mayHaveProxies(ListenerConfig listener) {
    String host = listener.bind().host();
    if (listener.bind().isUnix() || !listener.proxyProtocol().from().isEmpty()) {
      return false; // the header brings the address, or there is none
    }
    Optional<byte[]> address = CidrBlock.parseAddress(host);
    return address.isPresent()
        ? PRIVATE.stream().anyMatch(block -> block.contains(address.get()))
        : HostText.isLoopback(host);
  }

  /** A source behind one that always yields a key is never asked. */
  private static void shadowed(List<KeySource> sources, String path, Warnings warnings) {
    for (int i = 0; i < sources.size() - 1; i++) {
      if (alwaysYields(sources.get(i))) {
        warnings.warning(
            path + "[" + (i + 1) + "]",
            "a source behind " + sources.get(i).kind() + ", which every request has",
            "that one as the last",
            "the first source that yields a key wins");
        return;
      }
    }
  }

  private static boolean alwaysYields(KeySource source) {
    if (source instanceof KeySource.All all) {
      return all.parts().stream().allMatch(KeyDoubts::alwaysYields);
    }
    boolean always =
        source instanceof KeySource.Path path && path.template() == null
            || source instanceof KeySource.Target
            || source instanceof KeySource.Method
            || source instanceof KeySource.ClientAddress;
    return always && source.pattern() == null;
  }

  /** A path template that cannot match what the route's own pattern matches yields no key, ever. */
  private static void contradiction(
      KeySource source, PathPattern match, String path, Warnings warnings) {
    if (source instanceof KeySource.All all) {
      all.parts().forEach(part -> contradiction(part, match, path, warnings));
    } else if (source instanceof KeySource.Path key && key.template() != null) {
      if (contradict(key.template().toString(), match.toString())) {
        warnings.warning(
            path,
            Shown.quoted(key.template().toString()) + " in a route for " + Shown.quoted("" + match),
            "a pattern that a path of the route can match",
            "this source never yields a key");
      }
    }
  }

  private static boolean contradict(String a, String b) {
    String[] left = a.split("/", -1);
    String[] right = b.split("/", -1);
    for (int i = 1; i < Math.min(left.length, right.length); i++) {
      if (left[i].equals(REST) || right[i].equals(REST)) {
        return false;
      }
      if (isLiteral(left[i]) && isLiteral(right[i]) && !left[i].equals(right[i])) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLiteral(String segment) {
    return !segment.equals("*") && !segment.startsWith("{");
  }
}
