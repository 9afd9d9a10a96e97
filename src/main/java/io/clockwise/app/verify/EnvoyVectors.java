package io.clockwise.app.verify;

import io.clockwise.model.Backend;
import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.EnvoySettings.HashFunction;
import io.clockwise.model.placement.EnvoySettings.Locality;
import io.clockwise.model.placement.EnvoySettings.Maglev;
import io.clockwise.model.placement.EnvoySettings.RingHashPolicy;
import io.clockwise.model.placement.OwnSettings;
import io.vertx.core.json.JsonArray;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The vector files of Envoy's balancers. */
final class EnvoyVectors {
  /** The rules by the names of their algorithms. */
  static final Map<String, Subjects.Rule> RULES =
      Map.of("envoy-ring-hash", EnvoyVectors::ringHash, "envoy-maglev", EnvoyVectors::maglev);

  private EnvoyVectors() {}

  private static Subject ringHash(Fields config) throws VectorFault {
    int most = RingHashPolicy.MAX_RING_SIZE;
    RingHashPolicy otherwise = RingHashPolicy.DEFAULT;
    List<Node> nodes = Node.all(config);
    int least = config.whole("minimum_ring_size", 1, most, otherwise.minimumRingSize());
    return placed(
        new RingHashPolicy(
            least,
            config.whole("maximum_ring_size", least, most, otherwise.maximumRingSize()),
            config.word("hash_function", HashFunction.class, otherwise.hashFunction()),
            localities(config, nodes)),
        config,
        nodes);
  }

  private static Subject maglev(Fields config) throws VectorFault {
    int size =
        config.whole(
            "table_size", 2, OwnSettings.Maglev.MAX_TABLE_SIZE, Maglev.DEFAULT.tableSize());
    if (!BigInteger.valueOf(size).isProbablePrime(50)) { // certain for numbers of this size
      throw Fields.unexpected(config.path("table_size"), size, "a prime");
    }
    List<Node> nodes = Node.all(config);
    return placed(new Maglev(size, localities(config, nodes)), config, nodes);
  }

  private static Subject placed(EnvoySettings settings, Fields config, List<Node> nodes)
      throws VectorFault {
    boolean byHost = config.flag("use_hostname_for_hashing");
    boolean hashed = config.flag("key_is_hash");
    return Subject.Placed.of(settings, Topology.of(nodes, node -> hostKey(node, byHost)))
        .withNumbers(hashed);
  }

  private static String hostKey(Node node, boolean byHost) {
    return node.text("hash_key")
        .or(() -> byHost ? node.text("host") : node.text("address"))
        .orElse(node.name());
  }

  private static List<Locality> localities(Fields config, List<Node> nodes) throws VectorFault {
    if (!config.has("locality_weights")) {
      return List.of();
    }
    JsonArray array = config.array("locality_weights");
    Map<String, Integer> weights = new LinkedHashMap<>();
    for (int i = 0; i < array.size(); i++) {
      String path = config.path("locality_weights") + '[' + i + ']';
      if (!(array.getValue(i) instanceof JsonArray pair) || pair.size() != 2) {
        throw Fields.unexpected(path, array.getValue(i), "[locality, weight]");
      }
      String name = Fields.text(path + "[0]", pair.getValue(0));
      int weight = Fields.whole(path + "[1]", pair.getValue(1), 0, Backend.MAX_WEIGHT);
      if (weights.put(name, weight) != null) {
        throw new VectorFault(path + ": '" + name + "' is there already; localities are unique");
      }
    }
    return grouped(weights, nodes);
  }

  private static List<Locality> grouped(Map<String, Integer> weights, List<Node> nodes)
      throws VectorFault {
    Map<String, List<String>> ids = new LinkedHashMap<>();
    weights.keySet().forEach(name -> ids.put(name, new ArrayList<>()));
    for (Node node : nodes) {
      String locality = node.text("locality").orElse("");
      List<String> group = ids.get(locality);
      if (group == null) {
        throw new VectorFault(
            "config.nodes: the locality '"
                + locality
                + "' of '"
                + node.name()
                + "' has no weight; add it to locality_weights");
      }
      group.add(node.name());
    }
    List<Locality> all = new ArrayList<>();
    ids.forEach((name, group) -> all.add(new Locality(weights.getOrDefault(name, 0), group)));
    return all;
  }
}
