package io.clockwise.model.placement;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An algorithm of our own: it places by id and weight, in whatever order the backends are listed
 * ({@code jump} and {@code anchor}, which count positions, apart).
 */
public sealed interface OwnSettings extends PlacementSettings {

  /**
   * Capped weighted rendezvous, compiled to a table of slots with four ranked backends each.
   *
   * @param count how many slots, a power of two, 2^14 to 2^22
   * @param slackThousandths how far a backend may be above its share, in thousandths, 0 to 1000
   * @param seed changes who owns what; empty: none
   */
  record Slots(int count, int slackThousandths, String seed) implements OwnSettings {
    /** The fewest slots. */
    public static final int MIN_COUNT = 1 << 14;

    /** The most slots. */
    public static final int MAX_COUNT = 1 << 22;

    /** The largest slack, in thousandths. */
    public static final int MAX_SLACK = 1000;

    /** 262,144 slots, a slack of 0.02, no seed. */
    public static final Slots DEFAULT = new Slots(1 << 18, 20, "");

    @Override
    public String algorithm() {
      return "slots";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      SortedMap<String, Object> all = new TreeMap<>();
      all.put("count", count);
      all.put("slack", BigDecimal.valueOf(slackThousandths, 3).stripTrailingZeros().doubleValue());
      all.put("seed", seed);
      return all;
    }
  }

  /**
   * A consistent-hash ring.
   *
   * @param hash of points and keys
   * @param pointsPerWeight points for each unit of weight, 1 to {@value #MAX_POINTS}
   */
  record Ring(RingHash hash, int pointsPerWeight) implements OwnSettings {

    /** The most points that a ring may have over all its backends. */
    public static final int MAX_POINTS = 1 << 22;

    /** 1,000 points for each unit of weight, by XXH3. */
    public static final Ring DEFAULT = new Ring(RingHash.XXH3, 1000);

    @Override
    public String algorithm() {
      return "ring";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      SortedMap<String, Object> all = new TreeMap<>();
      all.put("hash", hash.name().toLowerCase(Locale.ROOT));
      all.put("pointsPerWeight", pointsPerWeight);
      return all;
    }
  }

  /**
   * A Maglev table.
   *
   * @param tableSize a prime, at most {@value #MAX_TABLE_SIZE}
   */
  record Maglev(int tableSize) implements OwnSettings {
    /** The largest table. */
    public static final int MAX_TABLE_SIZE = 5_000_011;

    /** 65,537 entries. */
    public static final Maglev DEFAULT = new Maglev(65_537);

    @Override
    public String algorithm() {
      return "maglev";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      return new TreeMap<>(java.util.Map.of("tableSize", tableSize));
    }
  }

  /**
   * Exact weighted rendezvous; a lookup costs time in the number of backends.
   *
   * @param seed changes who owns what; empty: none
   */
  record Rendezvous(String seed) implements OwnSettings {
    /** No seed. */
    public static final Rendezvous DEFAULT = new Rendezvous("");

    @Override
    public String algorithm() {
      return "rendezvous";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      return new TreeMap<>(java.util.Map.of("seed", seed));
    }
  }

  /**
   * Few points a backend, several probes a key: the closest point wins.
   *
   * @param probes 1 to {@value #MAX_PROBES}
   */
  record MultiProbe(int probes) implements OwnSettings {
    /** The most probes. */
    public static final int MAX_PROBES = 1000;

    /** 21 probes. */
    public static final MultiProbe DEFAULT = new MultiProbe(21);

    @Override
    public String algorithm() {
      return "multi-probe";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      return new TreeMap<>(java.util.Map.of("probes", probes));
    }
  }

  /** Weighted rendezvous on xxHash64 and a library logarithm. */
  record HrwWeighted() implements OwnSettings {
    @Override
    public String algorithm() {
      return "hrw-weighted";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      return new TreeMap<>();
    }
  }

  /** Jump consistent hash over the backends in the order of the configuration. */
  record Jump() implements OwnSettings {
    @Override
    public String algorithm() {
      return "jump";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      return new TreeMap<>();
    }
  }

  /**
   * AnchorHash over the backends in the order of the configuration.
   *
   * @param capacity the most backends that there may ever be, 1 to {@value #MAX_CAPACITY}
   */
  record Anchor(int capacity) implements OwnSettings {
    /** The largest capacity. */
    public static final int MAX_CAPACITY = 65_535;

    /** Room for 1,024 backends. */
    public static final Anchor DEFAULT = new Anchor(1024);

    @Override
    public String algorithm() {
      return "anchor";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      return new TreeMap<>(java.util.Map.of("capacity", capacity));
    }

    @Override
    public boolean placesOpenOnly() {
      return true;
    }
  }
}
