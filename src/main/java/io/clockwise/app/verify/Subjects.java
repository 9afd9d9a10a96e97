package io.clockwise.app.verify;

import java.util.Map;
import java.util.TreeMap;

/** From an algorithm's name and the configuration in a vector file to what is verified. */
final class Subjects {

  /** Reads the configuration of one algorithm. */
  @FunctionalInterface
  interface Rule {
    /** Returns what the configuration describes, after reading every field that it may have. */
    Subject read(Fields config) throws VectorFault;
  }

  private static final Map<String, Rule> RULES = rules();

  private Subjects() {}

  private static Map<String, Rule> rules() {
    Map<String, Rule> rules = new TreeMap<>();
    rules.putAll(OwnVectors.RULES);
    rules.putAll(ForeignVectors.RULES);
    rules.putAll(KetamaVectors.RULES);
    rules.putAll(HaproxyVectors.RULES);
    rules.putAll(EnvoyVectors.RULES);
    return rules;
  }

  /** Reads the configuration of the algorithm of this name. */
  static Subject read(String algorithm, Fields config) throws VectorFault {
    Rule rule = RULES.get(algorithm);
    if (rule == null) {
      throw Fields.unexpected(
          "algorithm", algorithm, "one of " + String.join(", ", RULES.keySet()));
    }
    return rule.read(config);
  }
}
