package io.clockwise.route.walk;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.bound.BoundScratch;
import io.clockwise.placement.bound.BoundedLoad;
import io.clockwise.placement.bound.MemberLoads;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The walk over a key's candidates to the one that takes it; one for each event loop, which alone
 * calls it. A walk for a new request allocates nothing.
 */
public final class Walk {
  /** The most candidates that a hot key is spread over. */
  private static final int MOST_SPREAD = 16;

  private static final int OTHERS_USES = 8;

  private final BoundScratch scratch = new BoundScratch();
  private final MemberFilter admitted = this::isAdmitted;
  private final MemberFilter unseen = this::isUnseen;
  private final Loads loads = new Loads();
  private final int[] seen = new int[MOST_SPREAD];
  private int seenCount;
  private @Nullable WalkPlan plan;
  private long seed;
  private boolean near; // the key stays in the zone: others are not there
  private boolean spread;
  private @Nullable PoolBound othersOf;
  private long atOthers;
  private int othersUses;

  /** What the members have in flight, and all usable ones together where that is counted. */
  private final class Loads implements MemberLoads {
    private long atUsable = -1;
    private long usableWeight;

    @Override
    public long inFlight(int member) {
      return plan().map().busy(member);
    }

    @Override
    public long atUsable() {
      return atUsable;
    }

    @Override
    public long usableWeight() {
      return usableWeight;
    }
  }

  private WalkPlan plan() {
    return Objects.requireNonNull(plan);
  }

  /**
   * Returns the member that takes the key of a new request, or -1: nobody is open.
   *
   * @param owner the member that owns it
   */
  public int pick(WalkPlan by, RoutingKey key, int owner) {
    begin(by, key);
    int found = near ? taking(by, key, owner) : -1;
    if (found < 0) {
      near = false;
      found = taking(by, key, owner);
    }
    return found < 0 ? refused(by, key) : found;
  }

  /* Who takes the key, of the near ones alone while it stays; -1: nobody does. */
  private int taking(WalkPlan by, RoutingKey key, int owner) {
    seenCount = 0;
    int best = by.isHot(key) ? leastBusy(by, key) : -1;
    PoolBound bound = by.bound();
    int wished = best >= 0 ? best : isAdmitted(owner) ? owner : -1;
    int found = wished;
    if (bound == null) {
      found = wished >= 0 ? wished : by.placement().pick(key, admitted);
    } else if (wished < 0 || !bound.isBelowFloor(by.map().busy(wished))) {
      sum(by, bound, true);
      BoundedLoad rule = near ? bound.nearRule() : bound.rule();
      found = rule.pick(key, admitted, loads, scratch);
      if (best >= 0 && isSeen(found)) {
        found = best; // where one of them has room, the one with the least to do has
      }
    }
    spread = found >= 0 && found == best;
    return found;
  }

  /* Where all that are open refuse the key, the first of them has it. */
  private int refused(WalkPlan by, RoutingKey key) {
    PoolBound bound = by.bound();
    if (bound == null) {
      return by.placement().pick(key, by.open());
    }
    sum(by, bound, false);
    return bound.rule().pick(key, by.open(), loads, scratch);
  }

  /** Tells whether the member that was picked last is one of those that serve a hot key. */
  public boolean isSpread() {
    return spread;
  }

  private void begin(WalkPlan by, RoutingKey key) {
    plan = by;
    boolean drawn = !by.admission().isWhole() || by.zone().isParted();
    seed = drawn ? Admission.seed(by.placement(), key) : 0;
    near = by.zone().keeps(seed);
  }

  private boolean isAdmitted(int member) {
    WalkPlan by = plan();
    return by.open().accepts(member)
        && by.admission().admits(by.map().backend(member), seed)
        && (!near || by.zone().isNear(by.map().backend(member)));
  }

  /* Who does not take the key yet is not there, for the mean as well. */
  private void sum(WalkPlan by, PoolBound bound, boolean admittedOnly) {
    loads.atUsable = -1;
    if (near || !bound.isCounted()) {
      return; // each is asked
    }
    long load = bound.atWhole() - atOthers(bound);
    long weight = bound.openWeight();
    if (admittedOnly) {
      for (int member : bound.warming()) {
        if (!isAdmitted(member)) {
          load -= by.map().busy(member);
          weight -= by.map().weight(member);
        }
      }
    }
    loads.atUsable = Math.max(0, load);
    loads.usableWeight = weight;
  }

  /* They may be hundreds that are down. What is left there ends by and by: it is not asked for with
  each request. */
  private long atOthers(PoolBound bound) {
    if (othersOf != bound || othersUses == OTHERS_USES) {
      othersOf = bound;
      othersUses = 0;
      atOthers = bound.atOthers();
    }
    othersUses++;
    return atOthers;
  }

  /* The first candidates are those that are there whenever nothing changes: the key is in their
  caches. Of equally busy ones the first. */
  private int leastBusy(WalkPlan by, RoutingKey key) {
    int best = -1;
    long least = 0;
    while (seenCount < by.hot().over()) {
      int member = by.placement().pick(key, unseen);
      if (member < 0) {
        break;
      }
      seen[seenCount++] = member;
      long busy = by.map().busy(member);
      if (best < 0 || busy * by.map().weight(best) < least * by.map().weight(member)) {
        best = member;
        least = busy;
      }
    }
    return best;
  }

  private boolean isUnseen(int member) {
    return isAdmitted(member) && !isSeen(member);
  }

  private boolean isSeen(int member) {
    for (int i = 0; i < seenCount; i++) {
      if (seen[i] == member) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the member that takes the key of a request that was somewhere already, or -1: nobody
   * may.
   *
   * @param inTurn accept those that may have it; see {@link WalkPlan#inTurn}
   */
  public int pickAgain(WalkPlan by, RoutingKey key, List<MemberFilter> inTurn) {
    plan = by;
    near = false;
    loads.atUsable = -1; // those that may have it are not those that are counted
    int found = -1;
    for (MemberFilter usable : inTurn) {
      found = found < 0 ? again(by, key, usable) : found;
    }
    return found;
  }

  private int again(WalkPlan by, RoutingKey key, MemberFilter usable) {
    PoolBound bound = by.bound();
    return bound == null
        ? by.placement().pick(key, usable)
        : bound.rule().pick(key, usable, loads, scratch);
  }
}
