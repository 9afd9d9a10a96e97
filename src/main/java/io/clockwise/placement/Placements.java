package io.clockwise.placement;

import io.clockwise.model.Member;
import io.clockwise.model.PlacementSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** From settings and members to a placement; expensive, so never on the request path. */
public final class Placements {
  /** The most members that a placement may have. */
  public static final int MAX_MEMBERS = 65_535;

  private Placements() {}

  /**
   * Builds a placement.
   *
   * @param members ids unique, any order; may be empty
   * @throws IllegalArgumentException with a message for the user when the settings do not fit the
   *     members, such as too many points
   */
  public static Placement build(PlacementSettings settings, Collection<Member> members) {
    if (members.size() > MAX_MEMBERS) {
      throw new IllegalArgumentException(
          members.size()
              + " backends with a weight are more than a pool can place ("
              + MAX_MEMBERS
              + "): split the pool");
    }
    List<Member> sorted = sortedById(members);
    if (settings instanceof PlacementSettings.Ring ring) {
      return new RingPlacement(sorted, RingPoints.of(ring, sorted), Digests.ofRing(ring, sorted));
    }
    throw new IllegalArgumentException("algorithm '" + settings.algorithm() + "' is not known");
  }

  private static List<Member> sortedById(Collection<Member> members) {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Keyed(byte[] id, Member member) {}
    List<Keyed> keyed = new ArrayList<>(members.size());
    for (Member member : members) {
      keyed.add(new Keyed(member.id().getBytes(StandardCharsets.UTF_8), member));
    }
    keyed.sort((a, b) -> Arrays.compareUnsigned(a.id(), b.id()));
    for (int i = 1; i < keyed.size(); i++) {
      if (Arrays.equals(keyed.get(i - 1).id(), keyed.get(i).id())) {
        throw new IllegalArgumentException(
            "two backends have the id '" + keyed.get(i).member().id() + "': ids are unique");
      }
    }
    return keyed.stream().map(Keyed::member).toList();
  }
}
