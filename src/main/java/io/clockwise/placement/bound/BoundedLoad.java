package io.clockwise.placement.bound;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.compat.envoy.EnvoyPlacement;
import io.clockwise.placement.compat.haproxy.ConsistentPlacement;

/**
 * A placement under a bound: a key goes to its owner unless that one has more than its share of the
 * requests in flight, then to another that has room. Immutable; what a lookup needs besides is the
 * caller's.
 */
public interface BoundedLoad {
  /** The smallest factor but 0, in per cent: below it there might be no room anywhere. */
  int MIN_FACTOR = 100;

  /** The largest factor, in per cent. */
  int MAX_FACTOR = 100_000;

  /**
   * Puts a bound on a placement, in the form of the placement's product: HAProxy's for its
   * consistent hash, Envoy's for Envoy's, that of the paper for all others.
   *
   * @param factor how much a member may have, in per cent of its even share; 0: no bound, the
   *     placement as it is
   * @throws IllegalArgumentException when the factor is neither 0 nor in its bounds
   */
  static BoundedLoad of(Placement placement, int factor) {
    return of(placement, factor, 0);
  }

  /**
   * Puts a bound on a placement that spares members with little to do.
   *
   * @param floor a member with fewer requests in flight has room, whatever its share
   */
  static BoundedLoad of(Placement placement, int factor, int floor) {
    if (factor == 0) {
      return (key, usable, loads, scratch) -> placement.pick(key, usable);
    }
    if (factor < MIN_FACTOR || factor > MAX_FACTOR) {
      throw new IllegalArgumentException(
          "the load factor "
              + factor
              + " is neither 0 nor between "
              + MIN_FACTOR
              + " and "
              + MAX_FACTOR
              + " per cent");
    }
    if (placement instanceof ConsistentPlacement haproxy) {
      return new HaproxyBound(haproxy, factor, floor);
    }
    if (placement instanceof EnvoyPlacement envoy) {
      return new EnvoyBound(envoy, factor, floor);
    }
    return new PaperBound(placement, factor, floor);
  }

  /**
   * Puts the bound of the paper on any placement: that of a product is for all members together,
   * this one also for some of them.
   *
   * @param factor how much a member may have, in per cent of its even share
   * @param floor a member with fewer requests in flight has room, whatever its share
   */
  static BoundedLoad amongSome(Placement placement, int factor, int floor) {
    return new PaperBound(placement, factor, floor);
  }

  /**
   * Returns the member for a key, or -1 when no usable one is placed. When nobody has room, which
   * can only be while loads change under the lookup, the least loaded usable one.
   *
   * @param key with the hash that the placement gives it
   * @param usable the members that may be returned: open, not tried yet; asked once for each
   * @param loads may change at any time
   * @param scratch of this caller, used by nobody else meanwhile
   */
  int pick(RoutingKey key, MemberFilter usable, MemberLoads loads, BoundScratch scratch);
}
