package io.clockwise.placement.compat;

import io.clockwise.model.placement.ForeignSettings;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;

/** From settings of other products to placements. */
public final class ForeignPlacements {
  private ForeignPlacements() {}

  /** Builds the placement of these settings. */
  @SuppressWarnings("DoNotCallSuggester")
  public static Placement build(ForeignSettings settings, Membership members) {
    throw new IllegalArgumentException(
        "algorithm '" + settings.algorithm() + "' is not known for " + members.size());
  }
}
