package io.clockwise.model.placement;

import java.util.SortedMap;

/** The algorithm that answers "who owns this key", with its parameters. */
public sealed interface PlacementSettings permits OwnSettings, ForeignSettings {

  /** Returns the algorithm's name, as in the configuration. */
  String algorithm();

  /**
   * Returns every parameter by its name in the configuration, with its value as it is written there
   * (text, number, boolean, or lists and maps of them).
   */
  SortedMap<String, Object> parameters();

  /**
   * Tells whether backends that are not open are left out when the placement is built, as the
   * original does it; otherwise a lookup skips them.
   */
  default boolean placesOpenOnly() {
    return false;
  }
}
