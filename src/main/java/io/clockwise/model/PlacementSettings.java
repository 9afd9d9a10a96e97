package io.clockwise.model;

/** The algorithm that answers "who owns this key", with its parameters. */
public sealed interface PlacementSettings {

  /** Returns the algorithm's name, as in the configuration. */
  String algorithm();

  /**
   * A consistent-hash ring.
   *
   * @param hash of points and keys
   * @param pointsPerWeight points for each unit of weight, 1 to {@value #MAX_POINTS}
   */
  record Ring(RingHash hash, int pointsPerWeight) implements PlacementSettings {

    /** The most points that a ring may have over all its backends. */
    public static final int MAX_POINTS = 1 << 22;

    /** What a pool has when it names nothing else. */
    public static final Ring DEFAULT = new Ring(RingHash.XXH3, 1000);

    @Override
    public String algorithm() {
      return "ring";
    }
  }
}
