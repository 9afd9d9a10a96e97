package io.clockwise.app.verify;

import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.HaproxySettings.Consistent;
import io.clockwise.model.placement.HaproxySettings.Function;
import io.clockwise.model.placement.HaproxySettings.HashKey;
import io.clockwise.model.placement.HaproxySettings.Input;
import io.clockwise.model.placement.HaproxySettings.KeyHash;
import io.clockwise.model.placement.HaproxySettings.MapBased;
import io.clockwise.placement.bound.BoundedLoad;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The vector files of HAProxy. */
final class HaproxyVectors {
  /** The rules by the names of their algorithms. */
  static final Map<String, Subjects.Rule> RULES =
      Map.of(
          "haproxy-consistent", HaproxyVectors::consistent,
          "haproxy-map-based", HaproxyVectors::mapBased);

  private HaproxyVectors() {}

  private static Subject consistent(Fields config) throws VectorFault {
    KeyHash hash = keyHash(config);
    HashKey hashKey = config.word("hash_key", HashKey.class, HashKey.ID);
    List<Node> nodes = Node.all(config);
    if (hashKey == HashKey.GUID) {
      for (Node node : nodes) {
        if (node.text("guid").isEmpty()) {
          throw new VectorFault(
              "config.nodes: '" + node.name() + "' has no guid; with hash_key guid each needs one");
        }
      }
    }
    return placed(new Consistent(hash, hashKey), nodes, hashKey).withLoad(load(config, nodes));
  }

  private static Subject.Load load(Fields config, List<Node> nodes) throws VectorFault {
    int factor = config.whole("hash_balance_factor", 0, BoundedLoad.MAX_FACTOR, 0);
    if (factor > 0 && factor < BoundedLoad.MIN_FACTOR) {
      throw Fields.unexpected(
          config.path("hash_balance_factor"), factor, "0 or at least " + BoundedLoad.MIN_FACTOR);
    }
    if (!config.has("in_flight")) {
      return new Subject.Load(factor, Map.of());
    }
    Set<String> names = nodes.stream().map(Node::name).collect(Collectors.toSet());
    Fields given = config.object("in_flight");
    Map<String, Integer> inFlight = new HashMap<>();
    for (String name : given.names()) {
      if (!names.contains(name)) {
        throw new VectorFault(given.path(name) + ": no node has this name");
      }
      inFlight.put(name, given.whole(name, 0, Integer.MAX_VALUE));
    }
    return new Subject.Load(factor, inFlight);
  }

  private static Subject mapBased(Fields config) throws VectorFault {
    return placed(new MapBased(keyHash(config)), Node.all(config), HashKey.ADDR_PORT);
  }

  private static Subject.Placed placed(
      HaproxySettings settings, List<Node> nodes, HashKey hashKey) {
    return Subject.Placed.of(settings, Topology.of(nodes, node -> placedAs(node, hashKey)));
  }

  private static String placedAs(Node node, HashKey hashKey) {
    return switch (hashKey) {
      case ID, ID32 ->
          node.id().isPresent()
              ? Integer.toString(node.id().getAsInt())
              : "server " + node.name(); // numbered by position, even if its name is a number
      case ADDR, ADDR_PORT -> address(node);
      case GUID -> node.text("guid").orElseThrow();
    };
  }

  private static String address(Node node) {
    String host = node.text("host").orElse("");
    return host.indexOf(':') < 0 || host.startsWith("[")
        ? node.hostAndPort()
        : node.text("port").map(port -> '[' + host + "]:" + port).orElse(node.name());
  }

  private static KeyHash keyHash(Fields config) throws VectorFault {
    config.textIfAny("hash_type"); // the lines that the other fields say
    config.textIfAny("balance");
    return new KeyHash(
        config.word("function", Function.class), config.flag("avalanche"), input(config));
  }

  private static Input input(Fields config) throws VectorFault {
    Input.Kind kind = config.word("input", Input.Kind.class, Input.Kind.HASH);
    return switch (kind) {
      case URI ->
          new Input(
              kind,
              config.flag("whole"),
              config.whole("depth", 0, Integer.MAX_VALUE, 0),
              config.whole("len", 0, Integer.MAX_VALUE, 0),
              "");
      case URL_PARAM -> new Input(kind, false, 0, 0, config.text("param"));
      case HASH, HDR, SOURCE -> new Input(kind, false, 0, 0, "");
    };
  }
}
