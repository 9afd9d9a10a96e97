package io.clockwise.config.read.placement;

import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.placement.HrwSettings;
import io.clockwise.model.placement.HrwSettings.Caddy;
import java.util.Map;
import java.util.Optional;

/** The parameters of the rendezvous hashes of Caddy and Traefik. */
final class HrwAlgorithms {
  private static final String VERSION = "version";
  private static final String VERSIONS = "one of 2.6.2, 2.7, 2.8";

  private HrwAlgorithms() {}

  static void addTo(Map<String, Algorithm> all) {
    all.put(Caddy.DEFAULT.algorithm(), HrwAlgorithms::caddy);
    all.put("traefik-hrw", Algorithm.fixed(new HrwSettings.Traefik()));
  }

  private static Caddy caddy(Fields fields, Value placement) {
    Caddy.Rule normal = Caddy.DEFAULT.rule();
    if (!fields.has(VERSION)) {
      placement
          .reading()
          .warning(
              placement.path(),
              "caddy-hrw without a version",
              "the version whose keys are to stay: \"2.6.2\", \"2.7\" or \"2.8\"",
              "Caddy changed its rule in 2.6.3 and in 2.8; without it " + normal.version());
    }
    return new Caddy(fields.get(VERSION).map(value -> rule(value, normal)).orElse(normal));
  }

  /** Reads a rule; a similar version is no suggestion here, for it may have another rule. */
  private static Caddy.Rule rule(Value value, Caddy.Rule fallback) {
    Optional<String> text = value.text(VERSIONS);
    for (Caddy.Rule rule : Caddy.Rule.values()) {
      if (text.isPresent() && rule.version().equals(text.get())) {
        return rule;
      }
    }
    if (text.isPresent()) {
      value.problem(VERSIONS, "2.7 stands for 2.6.3 to 2.7, 2.8 for all from 2.8 on");
    }
    return fallback;
  }
}
