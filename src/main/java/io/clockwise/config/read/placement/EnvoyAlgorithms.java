package io.clockwise.config.read.placement;

import io.clockwise.config.read.form.NameText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.placement.EnvoySettings.HashFunction;
import io.clockwise.model.placement.EnvoySettings.Locality;
import io.clockwise.model.placement.EnvoySettings.Maglev;
import io.clockwise.model.placement.EnvoySettings.RingHashPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parameters of Envoy's algorithms. */
final class EnvoyAlgorithms {
  private static final int MOST_WEIGHT = 1_000_000;
  private static final String LOCALITY = "a mapping such as { weight: 1, backends: [a, b] }";
  private static final String IDS = "a list of at least one id of a backend";

  private EnvoyAlgorithms() {}

  static void addTo(Map<String, Algorithm> all) {
    all.put(RingHashPolicy.DEFAULT.algorithm(), EnvoyAlgorithms::ringHash);
    all.put(Maglev.DEFAULT.algorithm(), (fields, placement) -> maglev(fields));
  }

  private static RingHashPolicy ringHash(Fields fields, Value placement) {
    RingHashPolicy normal = RingHashPolicy.DEFAULT;
    int most = RingHashPolicy.MAX_RING_SIZE;
    int minimum = fields.integer("minimumRingSize", 1, most, normal.minimumRingSize());
    int maximum = fields.integer("maximumRingSize", 1, most, normal.maximumRingSize());
    if (minimum > maximum) {
      String given = "minimumRingSize " + minimum + ", maximumRingSize " + maximum;
      placement.reading().problem(placement.path(), given, "a minimum up to the maximum", "");
    }
    HashFunction hash =
        fields.word("hashFunction", HashFunction.class, Parameters::lower, normal.hashFunction());
    return new RingHashPolicy(minimum, maximum, hash, localities(fields));
  }

  private static Maglev maglev(Fields fields) {
    int tableSize = Parameters.tableSize(fields, Maglev.DEFAULT.tableSize());
    return new Maglev(tableSize, localities(fields));
  }

  private static List<Locality> localities(Fields fields) {
    List<Locality> localities = new ArrayList<>();
    Optional<Value> list = fields.get("localities");
    for (Value item : list.map(value -> value.items("a list of localities")).orElse(List.of())) {
      Fields parts = item.fields(LOCALITY);
      String expected = "a whole number, 0 to " + MOST_WEIGHT;
      int weight =
          parts
              .required("weight", expected, "")
              .map(value -> value.integer(0, MOST_WEIGHT, 1))
              .orElse(1);
      List<String> ids =
          parts.required("backends", IDS, "").map(EnvoyAlgorithms::ids).orElse(List.of());
      parts.done();
      localities.add(new Locality(weight, ids));
    }
    return localities;
  }

  private static List<String> ids(Value list) {
    List<String> ids = new ArrayList<>();
    List<Value> items = list.items(IDS);
    if (items.isEmpty() && list.isList()) {
      list.problem(IDS, "");
    }
    for (Value item : items) {
      Optional<String> id = item.text(NameText.ID);
      if (id.isPresent() && !NameText.isId(id.get())) {
        item.problem(NameText.ID, "");
      }
      id.ifPresent(ids::add);
    }
    return ids;
  }
}
