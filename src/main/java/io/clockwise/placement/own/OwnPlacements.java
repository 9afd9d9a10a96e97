package io.clockwise.placement.own;

import io.clockwise.model.placement.OwnSettings;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.maglev.MaglevPlacement;

/** From settings of our own algorithms to placements; {@code slots} and {@code ring} apart. */
public final class OwnPlacements {
  private OwnPlacements() {}

  /**
   * Builds the placement of these settings.
   *
   * @throws IllegalArgumentException with a message for the user when they do not fit the members
   */
  public static Placement build(OwnSettings settings, Membership members) {
    if (settings instanceof OwnSettings.MultiProbe probing) {
      return new MultiProbePlacement(probing, members);
    }
    if (settings instanceof OwnSettings.HrwWeighted) {
      return new HrwWeightedPlacement(members);
    }
    if (settings instanceof OwnSettings.Jump) {
      return new JumpPlacement(members);
    }
    if (settings instanceof OwnSettings.Anchor anchor) {
      return AnchorPlacement.build(anchor, members);
    }
    if (settings instanceof OwnSettings.Maglev maglev) {
      return new MaglevPlacement(maglev, members);
    }
    throw new IllegalArgumentException(
        "algorithm '" + settings.algorithm() + "' is built elsewhere");
  }
}
