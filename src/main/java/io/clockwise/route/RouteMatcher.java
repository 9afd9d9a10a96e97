package io.clockwise.route;

import io.clockwise.config.MatchConfig;
import io.clockwise.model.PathPattern;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which requests a route takes, ready for matching. Immutable; allocates nothing. */
final class RouteMatcher {
  private static final String ANY_VALUE = "*";

  private final Set<String> hosts;
  private final String[] hostEnds;
  private final PathPattern path;
  private final boolean anyPath;
  private final Set<String> methods;
  private final String[] fields;
  private final String[] values;

  private RouteMatcher(
      Set<String> hosts,
      String[] hostEnds,
      PathPattern path,
      Set<String> methods,
      Map<String, String> headers) {
    this.hosts = hosts;
    this.hostEnds = hostEnds;
    this.path = path;
    this.anyPath = path.equals(PathPattern.ANY);
    this.methods = methods;
    this.fields = headers.keySet().toArray(String[]::new);
    this.values = headers.values().toArray(String[]::new);
  }

  /** Compiles the conditions of a route. */
  static RouteMatcher of(MatchConfig match) {
    return new RouteMatcher(
        match.hosts().stream()
            .filter(host -> !host.startsWith("*."))
            .collect(Collectors.toUnmodifiableSet()),
        match.hosts().stream()
            .filter(host -> host.startsWith("*."))
            .map(host -> host.substring(1))
            .toArray(String[]::new),
        match.path(),
        Set.copyOf(match.methods()),
        match.headers());
  }

  /** Tells whether the route takes the request; if so, the bounds of its captures are noted. */
  boolean matches(RequestFacts facts, Extraction into) {
    return (methods.isEmpty() || methods.contains(facts.method()))
        && matchesHost(facts.host())
        && matchesPath(facts.path(), into)
        && matchesFields(facts);
  }

  private boolean matchesFields(RequestFacts facts) {
    for (int i = 0; i < fields.length; i++) {
      String value = facts.header(fields[i]);
      if (value == null || !values[i].equals(ANY_VALUE) && !values[i].equals(value)) {
        return false;
      }
    }
    return true;
  }

  private boolean matchesHost(String host) {
    if (hosts.isEmpty() && hostEnds.length == 0 || hosts.contains(host)) {
      return true;
    }
    for (String end : hostEnds) {
      if (host.length() > end.length() && host.endsWith(end)) {
        return true;
      }
    }
    return false;
  }

  /* The pattern of every path takes "*" too, the target of OPTIONS for the whole server. */
  private boolean matchesPath(String text, Extraction into) {
    return anyPath || path.match(text, into.routeBounds(path.captures().size()));
  }
}
