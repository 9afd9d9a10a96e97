package io.clockwise.placement.own;

import io.clockwise.model.placement.OwnSettings;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;

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
    throw new IllegalArgumentException(
        "algorithm '" + settings.algorithm() + "' is not known for " + members.size());
  }
}
