package io.clockwise.placement.compat.haproxy;

import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;

/** From settings of other products to placements. */
public final class HaproxyPlacements {
  private HaproxyPlacements() {}

  /** Builds the placement of these settings. */
  @SuppressWarnings("DoNotCallSuggester")
  public static Placement build(HaproxySettings settings, Membership members) {
    throw new IllegalArgumentException(
        "algorithm '" + settings.algorithm() + "' is not known for " + members.size());
  }
}
