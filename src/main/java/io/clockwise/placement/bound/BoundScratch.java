package io.clockwise.placement.bound;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one caller's lookups write: reusable, for all placements and bounds in turn, never for two
 * lookups at a time. It grows to the largest placement that it met, else lookups allocate nothing.
 */
public final class BoundScratch {

  /** Whether a member may take one more request, by what the scratch knows of all. */
  @FunctionalInterface
  interface Room {
    boolean isAt(int member, BoundScratch scratch);
  }

  private final MemberFilter usable = this::isUsable;
  private final MemberFilter roomy = this::isRoomy;
  private final MemberFilter chosen = this::isChosen;
  private final MersenneTwister random = new MersenneTwister();
  private List<Member> members = List.of();
  private MemberLoads loads = member -> 0;
  private Room room = (member, scratch) -> true;
  private @Nullable MemberFilter accepted; // null: the survey knows whom
  private long[] weightsBefore = new long[0];
  private int[] order = new int[0];
  private long weight;
  private long usableLoad;
  private long totalLoad;
  private int choice;

  /** Looks once at every member, for the lookup that follows. */
  void survey(Placement placement, MemberFilter filter, MemberLoads inFlight, Room rule) {
    begin(placement, inFlight, rule);
    accepted = null;
    weight = 0;
    usableLoad = 0;
    totalLoad = 0;
    if (weightsBefore.length < members.size()) {
      weightsBefore = new long[members.size()];
    }
    for (int member = 0; member < members.size(); member++) {
      long load = inFlight.inFlight(member);
      totalLoad += load;
      weightsBefore[member] = -1;
      if (weight(member) > 0 && filter.accepts(member)) {
        weightsBefore[member] = weight;
        weight += weight(member);
        usableLoad += load;
      }
    }
  }

  /** Finds the sums over the usable members; looks at each only where they are not known. */
  void sum(Placement placement, MemberFilter filter, MemberLoads inFlight, Room rule) {
    long known = inFlight.atUsable();
    if (known < 0) {
      survey(placement, filter, inFlight, rule);
      return;
    }
    begin(placement, inFlight, rule);
    accepted = filter;
    usableLoad = known;
    weight = inFlight.usableWeight();
  }

  private void begin(Placement placement, MemberLoads inFlight, Room rule) {
    members = placement.members();
    loads = inFlight;
    room = rule;
  }

  /** Returns the members that the caller accepts and that have a weight. */
  MemberFilter usable() {
    return usable;
  }

  /** Returns those of them that have room. */
  MemberFilter roomy() {
    return roomy;
  }

  private boolean isUsable(int member) {
    MemberFilter known = accepted;
    return known == null ? weightsBefore[member] >= 0 : known.accepts(member) && weight(member) > 0;
  }

  private boolean isRoomy(int member) {
    return isUsable(member) && room.isAt(member, this);
  }

  private boolean isChosen(int member) {
    return member == choice;
  }

  long load(int member) {
    return loads.inFlight(member);
  }

  int weight(int member) {
    return members.get(member).weight();
  }

  /** Returns the sum of the weights of the usable members in front of a usable one. */
  long weightBefore(int member) {
    return weightsBefore[member];
  }

  /** Returns the sum of the weights of the usable members. */
  long weight() {
    return weight;
  }

  /** Returns how many requests were in flight at usable members. */
  long usableLoad() {
    return usableLoad;
  }

  /** Returns how many requests were in flight at all members. */
  long totalLoad() {
    return totalLoad;
  }

  /** Returns the usable member with the least load for its weight, the first of equal ones. */
  int leastLoaded(Placement placement, RoutingKey key) {
    choice = -1;
    long least = 0;
    for (int member = 0; member < members.size(); member++) {
      long load = isUsable(member) ? load(member) : 0;
      if (isUsable(member) && (choice < 0 || load * weight(choice) < least * weight(member))) {
        choice = member;
        least = load;
      }
    }
    int placed = placement.pick(key, chosen);
    return placed >= 0 ? placed : placement.pick(key, usable);
  }

  MersenneTwister random() {
    return random;
  }

  /** Returns an array that begins with 0, 1, 2 ... count - 1. */
  int[] ascending(int count) {
    if (order.length < count) {
      order = new int[count];
    }
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    return order;
  }
}
