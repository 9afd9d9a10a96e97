package io.clockwise.model.placement;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The rings of the two tutorials that this project grew from. */
public sealed interface SeedSettings extends ForeignSettings {
  /** The most points that one of these rings may have. */
  int MAX_POINTS = 1 << 22;

  /**
   * The ring of the C tutorial, on FNV-1a with 32 bits.
   *
   * @param virtualNodes points for each unit of weight
   * @param capacity points that are kept, counted in the order of the backends; 0: all
   */
  record CRing(int virtualNodes, int capacity) implements SeedSettings {
    /** 100 points for each unit of weight, all of them kept. */
    public static final CRing DEFAULT = new CRing(100, 0);

    @Override
    public String algorithm() {
      return "seed-c-ring";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      return new TreeMap<>(Map.of("capacity", capacity, "virtualNodes", virtualNodes));
    }
  }

  /**
   * The ring of the Rust tutorial, on MD5.
   *
   * @param virtualNodes points for each unit of weight; 0: one point a backend, without weights
   */
  record RustRing(int virtualNodes) implements SeedSettings {
    /** One point a backend, as in the tutorial. */
    public static final RustRing DEFAULT = new RustRing(0);

    @Override
    public String algorithm() {
      return "seed-rust-ring";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      return new TreeMap<>(Map.of("virtualNodes", virtualNodes));
    }
  }
}
