package io.clockwise.placement;

import io.clockwise.model.placement.Member;
import java.util.BitSet;
import java.util.List;

/**
 * What a placement is built over.
 *
 * @param members ids unique; in the order in which the algorithm wants them
 * @param closed the indexes of those that an algorithm that {@link
 *     io.clockwise.model.placement.PlacementSettings#placesOpenOnly places open backends only} must
 *     leave out; empty for the others
 * @param digest the fingerprint over members, closed ones and settings
 */
public record Membership(List<Member> members, BitSet closed, long digest) {

  /** Returns how many members there are. */
  public int size() {
    return members.size();
  }

  /** Returns the weight of a member. */
  public int weight(int member) {
    return members.get(member).weight();
  }

  /** Tells whether a member is placed: it has a weight and is not closed. */
  public boolean places(int member) {
    return weight(member) > 0 && !closed.get(member);
  }
}
