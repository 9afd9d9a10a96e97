package io.clockwise.config.read.pool;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Suggestion;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RingHash;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The key {@code placement} of a pool: a mapping, or an algorithm alone. */
final class PlacementSection {
  private static final String RING = "ring";
  private static final List<String> LATER_ALGORITHMS =
      List.of(
          "slots",
          "maglev",
          "rendezvous",
          "seed-c-ring",
          "seed-rust-ring",
          "nginx-hash-consistent",
          "nginx-hash",
          "nginx-ip-hash",
          "haproxy-consistent",
          "haproxy-map-based",
          "envoy-ring-hash",
          "envoy-maglev",
          "libketama",
          "libmemcached-ketama-weighted",
          "libmemcached-ketama",
          "twemproxy-ketama",
          "spymemcached-ketama",
          "pingora-ketama",
          "jump",
          "caddy-hrw",
          "traefik-hrw",
          "hrw-weighted",
          "redis-cluster-slot",
          "vertx-consistent-hashing",
          "multi-probe",
          "anchor");

  private PlacementSection() {}

  static PlacementSettings read(Value value) {
    if (value.isScalar()) {
      checkWord(value, RING, LATER_ALGORITHMS);
      return Ring.DEFAULT;
    }
    Fields fields = value.fields("ring, or a mapping such as { algorithm: ring }");
    Optional<Value> algorithm = fields.get("algorithm");
    if (algorithm.isPresent() && !checkWord(algorithm.get(), RING, LATER_ALGORITHMS)) {
      return Ring.DEFAULT; // the other keys belong to the other algorithm
    }
    RingHash hash = fields.word("hash", RingHash.class, Ring.DEFAULT.hash());
    int points =
        fields.integer("pointsPerWeight", 1, Ring.MAX_POINTS, Ring.DEFAULT.pointsPerWeight());
    fields.done();
    return new Ring(hash, points);
  }

  private static boolean checkWord(Value value, String word, List<String> later) {
    Optional<String> text = value.text(word);
    if (text.isEmpty() || text.get().equals(word)) {
      return text.isPresent();
    }
    String hint =
        later.contains(text.get())
            ? text.get() + " is not supported yet"
            : Suggestion.hint(text.get(), Stream.concat(Stream.of(word), later.stream()).toList());
    value.problem(word, hint);
    return false;
  }

  /** Notes a problem when the backends' weights make a ring of too many points. */
  static void checkPoints(PlacementSettings placement, List<BackendConfig> backends, Value pool) {
    if (placement instanceof Ring ring) {
      long weights = backends.stream().mapToLong(BackendConfig::weight).sum();
      long points = weights * ring.pointsPerWeight();
      if (points > Ring.MAX_POINTS) {
        pool.reading()
            .problem(
                pool.path() + ".backends",
                points + " points (weights " + weights + " x " + ring.pointsPerWeight() + ")",
                "at most " + Ring.MAX_POINTS + " points in a ring",
                "divide the weights by a common number or lower placement.pointsPerWeight");
      }
    }
  }
}
