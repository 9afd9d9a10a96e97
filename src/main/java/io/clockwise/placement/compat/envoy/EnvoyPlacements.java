package io.clockwise.placement.compat.envoy;

import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;

/** From settings of other products to placements. */
public final class EnvoyPlacements {
  private EnvoyPlacements() {}

  /** Builds the placement of these settings. */
  @SuppressWarnings("DoNotCallSuggester")
  public static Placement build(EnvoySettings settings, Membership members) {
    throw new IllegalArgumentException(
        "algorithm '" + settings.algorithm() + "' is not known for " + members.size());
  }
}
