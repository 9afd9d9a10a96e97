package io.clockwise.route.walk;

import io.clockwise.config.LoadBoundConfig;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.bound.BoundedLoad;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.PoolMeters;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The bound on what one backend of a pool may have in flight. Immutable. */
final class PoolBound {
  /*
   * The mean is over the open members. Few are asked one by one. For many that would take longer
   * than all else of a decision: then it is what the whole pool has in flight, which the loops
   * count, without what the others have. Requests at backends that have left the pool are in that,
   * so the bound is a little higher until they are over.
   */
  private static final int FEW = 32;

  private final Rules rules;
  private final @Nullable PoolMeters whole; // null: they are few
  private final BackendMeters[] others;
  private final int[] warming;
  private final long weight;

  /* The bound of a product is for all members together, so that among near ones is the paper's. */
  private record Rules(BoundedLoad all, BoundedLoad near, int floor) {
    static Rules of(Placement placement, int percent, int floor) {
      return new Rules(
          BoundedLoad.of(placement, percent, floor),
          BoundedLoad.amongSome(placement, percent, floor),
          floor);
    }
  }

  private PoolBound(
      Rules rules, @Nullable PoolMeters whole, BackendMeters[] others, int[] warming, long weight) {
    this.rules = rules;
    this.whole = whole;
    this.others = others;
    this.warming = warming;
    this.weight = weight;
  }

  /** Makes one. */
  static PoolBound of(
      LoadBoundConfig config,
      Placement placement,
      MemberMap map,
      MemberFilter open,
      Admission admission,
      Backends backends) {
    boolean[] usable = new boolean[backends.size()];
    long weight = 0;
    for (int member = 0; member < map.size(); member++) {
      if (open.accepts(member) && map.weight(member) > 0) {
        usable[map.backend(member)] = true;
        weight += map.weight(member);
      }
    }
    BackendMeters[] others =
        IntStream.range(0, usable.length)
            .filter(backend -> !usable[backend])
            .mapToObj(backends::meters)
            .toArray(BackendMeters[]::new);
    int[] warming =
        IntStream.range(0, map.size())
            .filter(member -> open.accepts(member) && admission.isWarming(map.backend(member)))
            .toArray();
    return new PoolBound(
        Rules.of(placement, config.percent(), config.floor()),
        map.size() > FEW ? backends.poolMeters() : null,
        others,
        warming,
        weight);
  }

  BoundedLoad rule() {
    return rules.all();
  }

  /** Returns the rule for walks over near members alone. */
  BoundedLoad nearRule() {
    return rules.near();
  }

  /** Tells whether so many in flight are allowed for whoever has them, and one more. */
  boolean isBelowFloor(long busy) {
    return busy < rules.floor();
  }

  /** Tells whether there are so many members that what they have in flight is counted. */
  boolean isCounted() {
    return whole != null;
  }

  /** Returns what the whole pool has in flight; only where that is counted. */
  long atWhole() {
    return whole == null ? 0 : whole.busy();
  }

  /** Returns what is in flight at backends that are not open, or not placed. */
  long atOthers() {
    long busy = 0;
    for (BackendMeters each : others) {
      busy += each.busy();
    }
    return busy;
  }

  /** Returns the sum of the weights of all open members. */
  long openWeight() {
    return weight;
  }

  /** Returns the open members that are on their way into service. */
  int[] warming() {
    return warming;
  }
}
