package io.clockwise.config.read.placement;

import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.placement.HaproxySettings.Consistent;
import io.clockwise.model.placement.HaproxySettings.Function;
import io.clockwise.model.placement.HaproxySettings.HashKey;
import io.clockwise.model.placement.HaproxySettings.Input;
import io.clockwise.model.placement.HaproxySettings.KeyHash;
import io.clockwise.model.placement.HaproxySettings.MapBased;
import java.util.Map;
import java.util.Optional;

/** The parameters of HAProxy's algorithms. */
final class HaproxyAlgorithms {
  private static final int MOST = 1_000_000;
  private static final String PARAM = "a parameter name as sent, printable ASCII without & = #";

  private HaproxyAlgorithms() {}

  static void addTo(Map<String, Algorithm> all) {
    all.put(Consistent.DEFAULT.algorithm(), HaproxyAlgorithms::consistent);
    all.put(
        MapBased.DEFAULT.algorithm(),
        (fields, placement) -> new MapBased(keyHash(fields, MapBased.DEFAULT.keyHash())));
  }

  private static Consistent consistent(Fields fields, Value placement) {
    KeyHash keyHash = keyHash(fields, Consistent.DEFAULT.keyHash());
    if (fields.has("function") && !fields.has("avalanche")) {
      placement
          .reading()
          .warning(
              placement.path() + ".function",
              "a function without avalanche",
              "avalanche: false as after \"hash-type consistent "
                  + Parameters.lower(keyHash.function())
                  + "\", or true",
              "\"hash-type consistent\" with nothing behind it is sdbm with avalanche");
    }
    HashKey hashKey =
        fields.word(
            "hashKey", HashKey.class, HaproxyAlgorithms::hyphened, Consistent.DEFAULT.hashKey());
    return new Consistent(keyHash, hashKey);
  }

  private static String hyphened(HashKey key) {
    return Parameters.lower(key).replace('_', '-');
  }

  /** With a function named, avalanche is off unless it is asked for, as in HAProxy. */
  private static KeyHash keyHash(Fields fields, KeyHash normal) {
    Function function =
        fields.word("function", Function.class, Parameters::lower, normal.function());
    boolean avalanche = fields.flag("avalanche", normal.avalanche() && !fields.has("function"));
    return new KeyHash(function, avalanche, input(fields));
  }

  private static Input input(Fields fields) {
    Input all = Input.ALL;
    Input.Kind kind = fields.word("input", Input.Kind.class, Parameters::lower, all.kind());
    if (kind == Input.Kind.URI) {
      boolean whole = fields.flag("whole", all.whole());
      int depth = fields.integer("depth", 0, MOST, all.depth());
      return new Input(kind, whole, depth, fields.integer("len", 0, MOST, all.len()), all.param());
    }
    if (kind == Input.Kind.URL_PARAM) {
      Optional<Value> name = fields.required("param", PARAM, "input url_param needs one");
      String param = name.flatMap(HaproxyAlgorithms::param).orElse(all.param());
      return new Input(kind, all.whole(), all.depth(), all.len(), param);
    }
    return new Input(kind, all.whole(), all.depth(), all.len(), all.param());
  }

  private static Optional<String> param(Value value) {
    Optional<String> name = value.text(PARAM);
    boolean sendable =
        name.isPresent()
            && !name.get().isEmpty()
            && name.get().chars().allMatch(c -> c > ' ' && c < 0x7f && "&=#".indexOf(c) < 0);
    if (name.isPresent() && !sendable) {
      value.problem(PARAM, "names are compared as sent: percent-encode other characters");
    }
    return name;
  }
}
