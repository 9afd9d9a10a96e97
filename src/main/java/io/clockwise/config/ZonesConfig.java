package io.clockwise.config;

/**
 * Which zone an instance is in, and how its keys stay there.
 *
 * @param own the zone; backends that name the same one are near; never empty
 * @param overflowBelow the health of the zone below which some of its keys go to other zones, above
 *     0 to 1; default 0.7
 */
public record ZonesConfig(String own, double overflowBelow) {
  /** The default of {@code overflowBelow}. */
  public static final double OVERFLOW_BELOW = 0.7;

  /** Makes one with the default. */
  public ZonesConfig(String own) {
    this(own, OVERFLOW_BELOW);
  }
}
