package io.clockwise.placement.compat.haproxy;

import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;

/** From HAProxy's settings to placements. */
public final class HaproxyPlacements {
  private HaproxyPlacements() {}

  /**
   * Builds the placement of these settings.
   *
   * @throws IllegalArgumentException with a message for the user when HAProxy would refuse the
   *     members
   */
  public static Placement build(HaproxySettings settings, Membership members) {
    if (settings instanceof HaproxySettings.Consistent consistent) {
      return new ConsistentPlacement(consistent, members);
    }
    return new MapBasedPlacement((HaproxySettings.MapBased) settings, members);
  }
}
