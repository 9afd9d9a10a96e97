package io.clockwise.placement.own;

import io.clockwise.model.placement.OwnSettings;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;

/** From settings of our own algorithms to placements; {@code slots} and {@code ring} apart. */
public final class OwnPlacements {
  private OwnPlacements() {}

  /** Builds the placement of these settings. */
  @SuppressWarnings("DoNotCallSuggester")
  public static Placement build(OwnSettings settings, Membership members) {
    throw new IllegalArgumentException(
        "algorithm '" + settings.algorithm() + "' is not known for " + members.size());
  }
}
