package io.clockwise.placement.measure;

import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;

/**
 * A placement as requests see it: with some members open.
 *
 * @param open the members that may be picked; must stay the same while the view is used
 */
public record PlacementView(Placement placement, MemberFilter open) {

  /** Returns the view of a placement whose members are all open. */
  public static PlacementView of(Placement placement) {
    return new PlacementView(placement, MemberFilter.ANY);
  }
}
