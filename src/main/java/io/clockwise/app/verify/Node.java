package io.clockwise.app.verify;

import io.clockwise.model.Backend;
import io.vertx.core.json.JsonArray;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A backend of a vector file.
 *
 * @param name what a pick says, unique in its file
 * @param weight 1 if the file has none
 * @param down drained, disabled or unhealthy
 * @param id its number
 * @param addrs the addresses that its name stands for; empty: itself
 * @param texts the other fields that are there, by their names
 */
record Node(
    String name,
    int weight,
    boolean down,
    OptionalInt id,
    List<String> addrs,
    Map<String, String> texts) {

  private static final List<String> TEXTS =
      List.of("host", "ip", "label", "guid", "address", "hash_key", "locality");

  /** Copies list and map. */
  Node {
    addrs = List.copyOf(addrs);
    texts = Map.copyOf(texts);
  }

  /** Reads the nodes of a configuration, in their order. */
  static List<Node> all(Fields config) throws VectorFault {
    JsonArray array = config.array("nodes");
    Map<String, Node> nodes = new LinkedHashMap<>();
    for (int i = 0; i < array.size(); i++) {
      String path = config.path("nodes") + '[' + i + ']';
      Node node = read(Fields.of(path, array.getValue(i)));
      if (nodes.put(node.name(), node) != null) {
        throw new VectorFault(
            path + ".name: '" + node.name() + "' is the name of an earlier node; names are unique");
      }
    }
    return List.copyOf(nodes.values());
  }

  private static Node read(Fields fields) throws VectorFault {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name : TEXTS) {
      Optional<String> text = fields.textIfAny(name);
      text.ifPresent(there -> texts.put(name, there));
    }
    if (fields.has("port")) {
      texts.put("port", Integer.toString(fields.whole("port", 0, 65_535)));
    }
    OptionalInt id =
        fields.has("id")
            ? OptionalInt.of(fields.whole("id", 0, Integer.MAX_VALUE))
            : OptionalInt.empty();
    JsonArray array = fields.arrayIfAny("addrs");
    List<String> addrs = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      addrs.add(Fields.text(fields.path("addrs") + '[' + i + ']', array.getValue(i)));
    }
    Node node =
        new Node(
            fields.text("name"),
            fields.whole("weight", 0, Backend.MAX_WEIGHT, 1),
            fields.flag("down"),
            id,
            addrs,
            texts);
    fields.end();
    return node;
  }

  /** Returns a field, if it is there and not empty. */
  Optional<String> text(String field) {
    return Optional.ofNullable(texts.get(field)).filter(text -> !text.isEmpty());
  }

  /** Returns {@code host:port}, or the name if one of them is missing. */
  String hostAndPort() {
    Optional<String> host = text("host");
    Optional<String> port = text("port");
    return host.isPresent() && port.isPresent() ? host.get() + ':' + port.get() : name;
  }
}
