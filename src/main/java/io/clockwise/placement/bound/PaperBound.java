package io.clockwise.placement.bound;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;

/**
 * The first candidate whose load is below its capacity, which is {@code ceil(c * (m + 1) * w / W)}:
 * c the factor, m the requests in flight at usable members, w the weight of one, W that of all of
 * them; below the floor there is always room. What is in flight at members that are not usable
 * counts for nobody.
 *
 * <p>Source: V. Mirrokni, M. Thorup, M. Zadimoghaddam, "Consistent Hashing with Bounded Loads",
 * SODA 2018.
 */
final class PaperBound implements BoundedLoad {
  private final Placement placement;
  private final int factor;
  private final int floor;
  private final BoundScratch.Room room = this::hasRoom;

  PaperBound(Placement placement, int factor, int floor) {
    this.placement = placement;
    this.factor = factor;
    this.floor = floor;
  }

  @Override
  public int pick(RoutingKey key, MemberFilter usable, MemberLoads loads, BoundScratch scratch) {
    scratch.sum(placement, usable, loads, room);
    int member = placement.pick(key, scratch.roomy());
    return member >= 0 ? member : scratch.leastLoaded(placement, key);
  }

  private boolean hasRoom(int member, BoundScratch scratch) {
    // A whole number is below a fraction rounded up exactly when it is below the fraction.
    long allowed = factor * (scratch.usableLoad() + 1) * scratch.weight(member);
    long load = scratch.load(member);
    return load < floor || load * 100 * scratch.weight() < allowed;
  }
}
