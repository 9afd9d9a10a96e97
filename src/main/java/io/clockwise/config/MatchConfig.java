package io.clockwise.config;

import io.clockwise.model.PathPattern;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which requests a route takes; all parts must agree.
 *
 * @param hosts host names without port, lower case; <code>*.example.org</code> is any name below
 *     it; empty: any
 * @param path default {@code /**}
 * @param methods as in the request, case-sensitive; empty: any
 * @param headers by field name, the value that must be there; {@code *}: any; empty: no matter
 */
public record MatchConfig(
    List<String> hosts, PathPattern path, List<String> methods, Map<String, String> headers) {
  /** Every request. */
  public static final MatchConfig ANY = new MatchConfig(List.of(), PathPattern.ANY, List.of());

  /** Copies the collections. */
  public MatchConfig {
    hosts = List.copyOf(hosts);
    methods = List.copyOf(methods);
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /** Matches whatever fields a request has. */
  public MatchConfig(List<String> hosts, PathPattern path, List<String> methods) {
    this(hosts, path, methods, Map.of());
  }
}
