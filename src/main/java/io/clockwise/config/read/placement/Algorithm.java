package io.clockwise.config.read.placement;

import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.placement.PlacementSettings;

/** How the parameters of one algorithm are read. */
@FunctionalInterface
interface Algorithm {

  /**
   * Returns the settings, with the default for each parameter that is missing or wrong.
   *
   * @param fields the parameters; none when only the algorithm's name is written
   * @param placement the whole value, for warnings
   */
  PlacementSettings read(Fields fields, Value placement);

  /** Returns the reader of an algorithm without parameters. */
  static Algorithm fixed(PlacementSettings settings) {
    return (fields, placement) -> settings;
  }
}
