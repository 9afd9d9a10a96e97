package io.clockwise.app.verify;

import io.clockwise.model.placement.HrwSettings.Caddy;
import io.clockwise.model.placement.HrwSettings.Traefik;
import io.clockwise.model.placement.NginxSettings;
import io.clockwise.model.placement.NginxSettings.PingoraKetama;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RedisClusterSlot;
import io.clockwise.model.placement.SeedSettings;
import io.clockwise.model.placement.SeedSettings.CRing;
import io.clockwise.model.placement.SeedSettings.RustRing;
import io.clockwise.model.placement.VertxConsistentHashing;
import io.vertx.core.json.JsonArray;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The vector files of the tutorials and of the products that place by a text as it stands. */
final class ForeignVectors {
  /** The rules by the names of their algorithms. */
  static final Map<String, Subjects.Rule> RULES = rules();

  private ForeignVectors() {}

  private static Map<String, Subjects.Rule> rules() {
    Map<String, Subjects.Rule> rules = new HashMap<>();
    rules.put("seed-c-ring", ForeignVectors::seedC);
    rules.put("seed-rust-ring", ForeignVectors::seedRust);
    rules.put("nginx-hash-consistent", config -> nginx(new NginxSettings.HashConsistent(), config));
    rules.put("nginx-hash-consistent-failover", ForeignVectors::nginxFailover);
    rules.put("nginx-hash", config -> nginx(new NginxSettings.Hash(), config));
    rules.put("nginx-ip-hash", config -> nginx(new NginxSettings.IpHash(), config));
    rules.put("pingora-ketama", config -> byName(new PingoraKetama(), config));
    rules.put("caddy-hrw", config -> byName(new Caddy(caddyRule(config)), config));
    rules.put("traefik-hrw", config -> byName(new Traefik(), config));
    rules.put("redis-cluster-slot", ForeignVectors::redis);
    rules.put("vertx-consistent-hashing", ForeignVectors::vertx);
    return Map.copyOf(rules);
  }

  private static Subject.Placed byName(PlacementSettings settings, Fields config)
      throws VectorFault {
    return Subject.Placed.of(settings, Topology.of(Node.all(config), Node::name));
  }

  private static Subject seedC(Fields config) throws VectorFault {
    int virtualNodes = config.whole("virtual_nodes", 1, SeedSettings.MAX_POINTS);
    int capacity = config.whole("capacity", 0, Integer.MAX_VALUE, 0);
    return byName(new CRing(virtualNodes, capacity), config);
  }

  private static Subject seedRust(Fields config) throws VectorFault {
    JsonArray history = config.arrayIfAny("added_then_removed"); // tells nothing that counts
    for (int i = 0; i < history.size(); i++) {
      Fields.text(config.path("added_then_removed") + '[' + i + ']', history.getValue(i));
    }
    int virtualNodes = config.whole("virtual_nodes", 0, SeedSettings.MAX_POINTS);
    return byName(new RustRing(virtualNodes), config);
  }

  private static Subject.Placed nginx(NginxSettings settings, Fields config) throws VectorFault {
    config.textIfAny("key"); // from where nginx took the keys
    return Subject.Placed.of(settings, Topology.ofAddresses(Node.all(config)));
  }

  private static Subject nginxFailover(Fields config) throws VectorFault {
    int tries = config.whole("tries", 2, 1000);
    return nginx(new NginxSettings.HashConsistent(), config).withTries(tries);
  }

  private static Caddy.Rule caddyRule(Fields config) throws VectorFault {
    String hash = config.text("hash");
    String concat = config.text("concat");
    Caddy.Rule rule =
        switch (hash + ' ' + concat) {
          case "fnv1a32 key-upstream" -> Caddy.Rule.V2_6_2;
          case "fnv1a32 upstream-key" -> Caddy.Rule.V2_7;
          case "xxhash64 upstream-key" -> Caddy.Rule.V2_8;
          default ->
              throw new VectorFault(
                  config.path("hash")
                      + ": no Caddy hashes "
                      + concat
                      + " by "
                      + hash
                      + ", expected fnv1a32 of key-upstream or upstream-key, or xxhash64 of"
                      + " upstream-key");
        };
    Optional<String> version = config.textIfAny("version");
    if (version.isPresent()
        && !version.get().equals(rule.version())
        && Arrays.stream(Caddy.Rule.values()).anyMatch(r -> r.version().equals(version.get()))) {
      throw Fields.unexpected(
          config.path("version"), version.get(), "that of the hash, " + rule.version());
    }
    return rule;
  }

  private static Subject redis(Fields config) throws VectorFault {
    config.whole("slots", RedisClusterSlot.SLOTS, RedisClusterSlot.SLOTS, RedisClusterSlot.SLOTS);
    return new Subject.ClusterSlots();
  }

  private static Subject vertx(Fields config) throws VectorFault {
    int virtualNodes = config.whole("virtual_nodes", 1, VertxConsistentHashing.MAX_VIRTUAL_NODES);
    return byName(new VertxConsistentHashing(virtualNodes), config);
  }
}
