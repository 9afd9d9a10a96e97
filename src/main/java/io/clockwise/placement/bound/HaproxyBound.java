package io.clockwise.placement.bound;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.compat.haproxy.ConsistentPlacement;

/**
 * HAProxy's {@code hash-balance-factor}: whole slots are dealt out to the servers by their weights,
 * at least one each; from the nearest point the walk goes clockwise to the first server that has
 * fewer requests in flight than slots. Requests at servers that are not usable count too.
 */
final class HaproxyBound implements BoundedLoad {
  private static final int WEIGHT_SCALE = 16;

  private final ConsistentPlacement placement;
  private final int factor;
  private final int floor;
  private final BoundScratch.Room room = this::hasRoom;

  HaproxyBound(ConsistentPlacement placement, int factor, int floor) {
    this.placement = placement;
    this.factor = factor;
    this.floor = floor;
  }

  @Override
  public int pick(RoutingKey key, MemberFilter usable, MemberLoads loads, BoundScratch scratch) {
    scratch.survey(placement, usable, loads, room);
    int member = placement.pick(key, scratch.usable(), scratch.roomy());
    return member >= 0 ? member : scratch.leastLoaded(placement, key);
  }

  private boolean hasRoom(int member, BoundScratch scratch) {
    long load = scratch.load(member);
    return load < floor || load < slots(member, scratch);
  }

  private long slots(int member, BoundScratch scratch) {
    long all = ((scratch.totalLoad() + 1) * factor + 99) / 100;
    long total = WEIGHT_SCALE * scratch.weight();
    long own = WEIGHT_SCALE * (long) scratch.weight(member);
    long before = WEIGHT_SCALE * scratch.weightBefore(member);
    long rest = all % total;
    long slots = own * (all / total) + (before + own) * rest / total - before * rest / total;
    return Math.max(1, slots);
  }
}
