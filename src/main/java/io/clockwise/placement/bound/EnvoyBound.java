package io.clockwise.placement.bound;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.compat.envoy.EnvoyPlacement;

/**
 * Envoy's {@code hash_balance_factor}: a host is overloaded when it has more requests than slots;
 * from an overloaded one the walk goes over all hosts in an order that is drawn from the key's
 * hash, to the first that is not, else to the least overloaded one.
 */
final class EnvoyBound implements BoundedLoad {
  private static final BoundScratch.Room ANYWHERE = (member, scratch) -> true;

  private final EnvoyPlacement placement;
  private final int factor;
  private final int floor;

  EnvoyBound(EnvoyPlacement placement, int factor, int floor) {
    this.placement = placement;
    this.factor = factor;
    this.floor = floor;
  }

  @Override
  public int pick(RoutingKey key, MemberFilter usable, MemberLoads loads, BoundScratch scratch) {
    scratch.survey(placement, usable, loads, ANYWHERE);
    int first = placement.pick(key, scratch.usable());
    double overload = first < 0 ? 0 : overload(first, scratch);
    return overload <= 1 ? first : instead(first, overload, key, scratch);
  }

  private int instead(int first, double overload, RoutingKey key, BoundScratch scratch) {
    int hosts = placement.hosts();
    int[] order = scratch.ascending(hosts);
    MersenneTwister random = scratch.random();
    random.seed((int) key.hash());
    int best = first;
    double least = overload;
    for (int i = 0; i < hosts; i++) {
      int drawn = i + random.below(hosts - i);
      int host = order[drawn];
      order[drawn] = order[i];
      order[i] = host;
      int member = placement.host(host);
      if (member != first && scratch.usable().accepts(member)) {
        double one = overload(member, scratch);
        if (one <= 1) {
          return member;
        }
        if (one < least) {
          best = member;
          least = one;
        }
      }
    }
    return best;
  }

  private double overload(int member, BoundScratch scratch) {
    long all = ((scratch.totalLoad() + 1) * factor + 99) / 100;
    double slots = Math.max(1, Math.ceil(all * placement.normalizedWeight(member)));
    long load = scratch.load(member);
    return load < floor ? 0 : load / slots;
  }
}
