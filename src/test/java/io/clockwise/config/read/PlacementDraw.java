package io.clockwise.config.read;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.EnvoySettings.Locality;
import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.HaproxySettings.Input;
import io.clockwise.model.placement.HaproxySettings.KeyHash;
import io.clockwise.model.placement.HrwSettings.Caddy;
import io.clockwise.model.placement.KetamaSettings.Spymemcached;
import io.clockwise.model.placement.KetamaSettings.Twemproxy;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RedisClusterSlot;
import io.clockwise.model.placement.RingHash;
import io.clockwise.model.placement.SeedSettings;
import io.clockwise.model.placement.VertxConsistentHashing;
import io.clockwise.model.placement.limits.PlacementLimits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Draws settings of every algorithm that fit some backends.
 *
 * @param backends at most a few, of weight 100 at most
 */
record PlacementDraw(Random random, List<BackendConfig> backends) {

  PlacementSettings settings() {
    List<Member> members =
        backends.stream().map(b -> new Member(b.id(), b.weight(), b.placedAs())).toList();
    PlacementSettings settings = any();
    while (!PlacementLimits.breaches(settings, members).isEmpty()) {
      settings = any(); // pingora, without an address for each backend
    }
    return settings;
  }

  private PlacementSettings any() {
    PlacementSettings settings = one(EveryAlgorithm.defaults());
    if (settings instanceof OwnSettings own) {
      return own(own);
    }
    if (settings instanceof SeedSettings.CRing) {
      return new SeedSettings.CRing(number(1, 5000), number(0, 5000));
    }
    if (settings instanceof SeedSettings.RustRing) {
      return new SeedSettings.RustRing(number(0, 5000));
    }
    if (settings instanceof HaproxySettings.Consistent) {
      return new HaproxySettings.Consistent(keyHash(), one(HaproxySettings.HashKey.values()));
    }
    if (settings instanceof HaproxySettings.MapBased) {
      return new HaproxySettings.MapBased(keyHash());
    }
    if (settings instanceof EnvoySettings.RingHashPolicy) {
      int minimum = number(1, 5000);
      return new EnvoySettings.RingHashPolicy(
          minimum,
          minimum + number(0, 5000),
          one(EnvoySettings.HashFunction.values()),
          localities());
    }
    if (settings instanceof EnvoySettings.Maglev) {
      return new EnvoySettings.Maglev(one(2, 65_537, 5_000_011), localities());
    }
    if (settings instanceof Twemproxy) {
      return new Twemproxy(one(Twemproxy.Hash.values()), one("", "{}", "${", "~~"));
    }
    if (settings instanceof Spymemcached) {
      return new Spymemcached(one(Spymemcached.Format.values()), random.nextBoolean());
    }
    if (settings instanceof Caddy) {
      return new Caddy(one(Caddy.Rule.values()));
    }
    if (settings instanceof RedisClusterSlot) {
      return new RedisClusterSlot(ranges());
    }
    return settings instanceof VertxConsistentHashing
        ? new VertxConsistentHashing(number(1, 100_000))
        : settings;
  }

  private OwnSettings own(OwnSettings settings) {
    if (settings instanceof OwnSettings.Slots) {
      return new OwnSettings.Slots(1 << number(14, 22), number(0, 1000), seed());
    }
    if (settings instanceof OwnSettings.Ring) {
      return new OwnSettings.Ring(one(RingHash.values()), number(1, 10_000));
    }
    if (settings instanceof OwnSettings.Maglev) {
      return new OwnSettings.Maglev(one(2, 65_537, 5_000_011));
    }
    if (settings instanceof OwnSettings.Rendezvous) {
      return new OwnSettings.Rendezvous(seed());
    }
    if (settings instanceof OwnSettings.MultiProbe) {
      return new OwnSettings.MultiProbe(number(1, 1000));
    }
    return settings instanceof OwnSettings.Anchor
        ? new OwnSettings.Anchor(number(3, 65_535))
        : settings;
  }

  private String seed() {
    return one("", "blue", "a${b", "null", "1e3", "0.10", " x ");
  }

  private KeyHash keyHash() {
    Input.Kind kind = one(Input.Kind.values());
    Input input =
        switch (kind) {
          case URI -> new Input(kind, random.nextBoolean(), number(0, 9), number(0, 1_000_000), "");
          case URL_PARAM -> new Input(kind, false, 0, 0, one("user", "a${b", "no", "1"));
          default -> new Input(kind, false, 0, 0, "");
        };
    return new KeyHash(one(HaproxySettings.Function.values()), random.nextBoolean(), input);
  }

  private List<Locality> localities() {
    if (backends.isEmpty() || random.nextBoolean()) {
      return List.of();
    }
    List<String> ids = backends.stream().map(BackendConfig::id).toList();
    int cut = random.nextInt(ids.size());
    Locality rest = new Locality(number(0, 1_000_000), ids.subList(cut, ids.size()));
    return cut == 0 ? List.of(rest) : List.of(new Locality(1, ids.subList(0, cut)), rest);
  }

  private Map<String, String> ranges() {
    Map<String, String> ranges = new LinkedHashMap<>();
    int first = 0;
    for (int i = 0; i < backends.size() && random.nextBoolean(); i++) {
      int last = i == backends.size() - 1 ? RedisClusterSlot.SLOTS - 1 : first + number(1, 5000);
      ranges.put(
          backends.get(i).id(),
          random.nextBoolean() ? first + "-" + last : first + "," + (first + 1) + "-" + last);
      first = last + 1;
    }
    return first == RedisClusterSlot.SLOTS ? ranges : Map.of();
  }

  @SafeVarargs
  private <T> T one(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private int number(int least, int most) {
    return random.nextInt(4) == 0 ? least : least + random.nextInt(most - least + 1);
  }
}
