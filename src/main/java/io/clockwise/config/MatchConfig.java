package io.clockwise.config;

import io.clockwise.model.PathPattern;
import java.util.List;

/**
 * Which requests a route takes; all parts must agree.
 *
 * @param hosts host names without port, lower case; <code>*.example.org</code> is any name below
 *     it; empty: any
 * @param path default {@code /**}
 * @param methods as in the request, case-sensitive; empty: any
 */
public record MatchConfig(List<String> hosts, PathPattern path, List<String> methods) {
  /** Every request. */
  public static final MatchConfig ANY = new MatchConfig(List.of(), PathPattern.ANY, List.of());

  /** Copies the lists. */
  public MatchConfig {
    hosts = List.copyOf(hosts);
    methods = List.copyOf(methods);
  }
}
