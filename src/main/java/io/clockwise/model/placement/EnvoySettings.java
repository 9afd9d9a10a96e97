package io.clockwise.model.placement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The hashing balancers of Envoy; a backend's name is its host key: the {@code hash_key} of its
 * metadata, its host name, or its address.
 */
public sealed interface EnvoySettings extends ForeignSettings {

  /** Returns the localities in their order; empty: no locality weights. */
  List<Locality> localities();

  @Override
  default boolean placesOpenOnly() {
    return true;
  }

  /**
   * A group of backends with a weight of its own.
   *
   * @param weight 0 and up
   * @param backends ids
   */
  record Locality(int weight, List<String> backends) {
    /** Copies the list. */
    public Locality {
      backends = List.copyOf(backends);
    }
  }

  /** The hash of a ring's points. */
  enum HashFunction {
    /** xxHash64, seed 0. */
    XX_HASH,
    /** MurmurHash2-64A, seed 0xc70f6907. */
    MURMUR_HASH_2
  }

  private static List<Object> shown(List<Locality> localities) {
    List<Object> all = new ArrayList<>();
    for (Locality locality : localities) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("weight", locality.weight());
      one.put("backends", locality.backends());
      all.add(one);
    }
    return all;
  }

  /**
   * {@code ring_hash}.
   *
   * @param minimumRingSize fewest points
   * @param maximumRingSize most points
   */
  record RingHashPolicy(
      int minimumRingSize,
      int maximumRingSize,
      HashFunction hashFunction,
      List<Locality> localities)
      implements EnvoySettings {
    /** The largest ring that Envoy has. */
    public static final int MAX_RING_SIZE = 1 << 23;

    /** The most points that are drawn; a larger ring is refused. */
    public static final int MAX_POINTS = 1 << 22;

    /** 1,024 to 8,388,608 points by xxHash64. */
    public static final RingHashPolicy DEFAULT =
        new RingHashPolicy(1024, MAX_RING_SIZE, HashFunction.XX_HASH, List.of());

    /** Copies the list. */
    public RingHashPolicy {
      localities = List.copyOf(localities);
    }

    @Override
    public String algorithm() {
      return "envoy-ring-hash";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      SortedMap<String, Object> all = new TreeMap<>();
      all.put("minimumRingSize", minimumRingSize);
      all.put("maximumRingSize", maximumRingSize);
      all.put("hashFunction", hashFunction.name().toLowerCase(Locale.ROOT));
      all.put("localities", shown(localities));
      return all;
    }
  }

  /**
   * {@code maglev}.
   *
   * @param tableSize a prime, at most 5,000,011
   */
  record Maglev(int tableSize, List<Locality> localities) implements EnvoySettings {
    /** 65,537 entries. */
    public static final Maglev DEFAULT = new Maglev(65_537, List.of());

    /** Copies the list. */
    public Maglev {
      localities = List.copyOf(localities);
    }

    @Override
    public String algorithm() {
      return "envoy-maglev";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      SortedMap<String, Object> all = new TreeMap<>();
      all.put("tableSize", tableSize);
      all.put("localities", shown(localities));
      return all;
    }
  }
}
