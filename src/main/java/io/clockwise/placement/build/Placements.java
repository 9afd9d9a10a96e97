package io.clockwise.placement.build;

import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.ForeignSettings;
import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.KetamaSettings;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.limits.PlacementLimits;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.compat.ForeignPlacements;
import io.clockwise.placement.compat.envoy.EnvoyPlacements;
import io.clockwise.placement.compat.haproxy.HaproxyPlacements;
import io.clockwise.placement.compat.ketama.KetamaPlacements;
import io.clockwise.placement.own.OwnPlacements;
import io.clockwise.placement.ring.RingPoints;
import io.clockwise.placement.slots.SlotsPlacements;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From settings and members to a placement; expensive, so never on the request path. */
public final class Placements {
  /** The most members that a placement may have. */
  public static final int MAX_MEMBERS = PlacementLimits.MAX_BACKENDS;

  private Placements() {}

  /** Builds a placement over members that are all open. */
  public static Placement build(PlacementSettings settings, Collection<Member> members) {
    return build(settings, members, Set.of(), null);
  }

  /**
   * Builds a placement.
   *
   * @param members ids unique; the order counts for algorithms that place by it; may be empty
   * @param closed ids of members that are not open; counts only for algorithms that place open
   *     backends only
   * @param previous a placement that this one follows, from which parts may be taken; the result is
   *     the same without it
   * @throws IllegalArgumentException with a message for the user when the settings do not fit the
   *     members, such as too many points
   */
  public static Placement build(
      PlacementSettings settings,
      Collection<Member> members,
      Set<String> closed,
      @Nullable Placement previous) {
    checkUnique(members);
    Membership membership = membership(settings, members, closed);
    if (membership.size() > MAX_MEMBERS) {
      throw new IllegalArgumentException(
          membership.size()
              + " backends are more than a pool can place ("
              + MAX_MEMBERS
              + "): split the pool");
    }
    if (settings instanceof OwnSettings own) {
      return own(own, membership, previous);
    }
    return foreign((ForeignSettings) settings, membership);
  }

  private static Placement own(
      OwnSettings settings, Membership members, @Nullable Placement previous) {
    if (settings instanceof OwnSettings.Ring ring) {
      return RingPoints.build(ring, members);
    }
    if (settings instanceof OwnSettings.Slots slots) {
      return SlotsPlacements.build(slots, members, previous);
    }
    if (settings instanceof OwnSettings.Rendezvous rendezvous) {
      return SlotsPlacements.build(rendezvous, members);
    }
    return OwnPlacements.build(settings, members);
  }

  private static Placement foreign(ForeignSettings settings, Membership members) {
    if (settings instanceof HaproxySettings haproxy) {
      return HaproxyPlacements.build(haproxy, members);
    }
    if (settings instanceof EnvoySettings envoy) {
      return EnvoyPlacements.build(envoy, members);
    }
    if (settings instanceof KetamaSettings ketama) {
      return KetamaPlacements.build(ketama, members);
    }
    return ForeignPlacements.build(settings, members);
  }

  /** Tells whether the algorithm places by id alone, whatever the order of the members. */
  public static boolean sortsById(PlacementSettings settings) {
    return settings instanceof OwnSettings
        && !(settings instanceof OwnSettings.Jump)
        && !(settings instanceof OwnSettings.Anchor);
  }

  private static Membership membership(
      PlacementSettings settings, Collection<Member> members, Set<String> closed) {
    boolean sorts = sortsById(settings);
    List<Member> ordered = sorts ? placedSortedById(members) : List.copyOf(members);
    BitSet shut = new BitSet(ordered.size());
    if (settings.placesOpenOnly()) {
      for (int i = 0; i < ordered.size(); i++) {
        shut.set(i, closed.contains(ordered.get(i).id()));
      }
    }
    long digest = sorts ? Digests.of(settings, ordered) : Digests.ofListed(settings, ordered, shut);
    return new Membership(ordered, shut, digest);
  }

  private static void checkUnique(Collection<Member> members) {
    Set<String> ids = new HashSet<>();
    for (Member member : members) {
      if (!ids.add(member.id())) {
        throw new IllegalArgumentException(
            "two backends have the id '" + member.id() + "': ids are unique");
      }
    }
  }

  private static List<Member> placedSortedById(Collection<Member> members) {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Keyed(byte[] id, Member member) {}
    List<Keyed> keyed = new ArrayList<>(members.size());
    for (Member member : members) {
      if (member.weight() > 0) {
        keyed.add(new Keyed(member.id().getBytes(StandardCharsets.UTF_8), member));
      }
    }
    keyed.sort((a, b) -> Arrays.compareUnsigned(a.id(), b.id()));
    return keyed.stream().map(Keyed::member).toList();
  }
}
