package io.clockwise.config.read.route;

import io.clockwise.config.MatchConfig;
import io.clockwise.config.read.form.MethodText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.PathPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The key {@code match} of a route: a mapping, or a path pattern alone. */
final class MatchSection {
  private static final String PATH = "a path pattern such as /cart/** or /room/{room}/**";
  private static final String HOST = "a host name such as shop.example.org or *.example.org";

  private MatchSection() {}

  static MatchConfig read(Value value) {
    if (value.isScalar()) {
      return new MatchConfig(List.of(), path(value, PATH).orElse(PathPattern.ANY), List.of());
    }
    Fields fields = value.fields(PATH + ", or a mapping with hosts, path, methods and headers");
    List<String> hosts = fields.get("hosts").map(MatchSection::hosts).orElse(List.of());
    PathPattern path =
        fields.get("path").flatMap(given -> path(given, PATH)).orElse(PathPattern.ANY);
    List<String> methods = fields.get("methods").map(MatchSection::methods).orElse(List.of());
    Map<String, String> headers =
        fields.get("headers").map(HeadersSection::conditions).orElse(Map.of());
    fields.done();
    return new MatchConfig(hosts, path, methods, headers);
  }

  /** Reads a path pattern; empty after a problem. */
  static Optional<PathPattern> path(Value value, String expected) {
    Optional<String> text = value.text(expected);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    boolean raw = text.get().chars().allMatch(c -> c > ' ' && c < 0x7f);
    if (!raw) {
      value.problem(expected, "paths are compared as sent: percent-encode what is not ASCII");
      return Optional.empty();
    }
    try {
      return Optional.of(PathPattern.parse(text.get()));
    } catch (IllegalArgumentException e) {
      value.problem(expected, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private static List<String> hosts(Value list) {
    List<String> hosts = new ArrayList<>();
    for (Value item : list.items("a list of host names")) {
      Optional<String> text = item.text(HOST).map(host -> host.toLowerCase(Locale.ROOT));
      text.ifPresent(host -> host(item, host, hosts));
    }
    return hosts;
  }

  private static void host(Value item, String host, List<String> hosts) {
    String name = host.startsWith("*.") ? host.substring(2) : host;
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    if (name.endsWith(".")) {
      item.problem(HOST, "leave the last dot out");
    } else if (BackendAddress.parse(name + ":1").isPresent()
        && (bracketed || name.indexOf(':') < 0)) {
      hosts.add(host);
    } else if (host.equals("*")) {
      item.problem(HOST, "leave hosts out to match any");
    } else if (BackendAddress.parse(name).isPresent()) {
      item.problem(HOST, "leave the port out; hosts are matched without it");
    } else if (name.indexOf('*') >= 0) {
      item.problem(HOST, "a star may only be the whole first label");
    } else {
      item.problem(HOST, "");
    }
  }

  private static List<String> methods(Value list) {
    List<String> methods = new ArrayList<>();
    for (Value item : list.items("a list of methods such as [GET, HEAD]")) {
      MethodText.read(item).ifPresent(methods::add);
    }
    return methods;
  }
}
