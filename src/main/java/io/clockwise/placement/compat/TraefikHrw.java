package io.clockwise.placement.compat;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.PlacedMembers;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.Fnv1a;
import java.util.List;

/**
 * The highest random weight of Traefik: the server with the largest weight / -ln(x), where x is
 * 64-bit FNV-1a of key and server as a fraction; the first one of equal scores. A lookup skips
 * closed members, so it costs time in their number. Traefik shuffles its servers when it starts,
 * which counts for equal scores only; here the order is that of the members.
 *
 * <p>Source: Traefik 3.6.0, observed.
 */
final class TraefikHrw implements Placement {
  private final Membership membership;
  private final byte[][] names;
  private final double[] shares;

  /** Prepares the servers' texts. */
  TraefikHrw(Membership membership) {
    this.membership = membership;
    this.names = CaddyHrw.names(membership);
    this.shares = new PlacedMembers(membership).sharesByWeight();
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return Fnv1a.hash64(key, offset, length);
  }

  /** Skips the logarithm where even a bound of the score, 1 / (1 - x), would not do. */
  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    int best = -1;
    double largest = 0;
    for (int member = 0; member < names.length; member++) {
      if (!membership.places(member) || !filter.accepts(member)) {
        continue;
      }
      double x = fraction(Fnv1a.continue64(key.hash(), names[member], 0, names[member].length));
      int weight = membership.weight(member);
      if (best < 0 || largest * (1 - x) <= weight * (1 + 1e-9)) {
        double score = (1.0 / -StrictMath.log(x)) * weight;
        if (best < 0 || score > largest) {
          best = member;
          largest = Math.max(0, score);
        }
      }
    }
    return best;
  }

  /** Returns an unsigned number, rounded to the nearest double, divided by 2^64. */
  private static double fraction(long unsigned) {
    return unsigned >= 0
        ? unsigned * 0x1p-64
        : (unsigned >>> 1 | unsigned & 1) * 0x1p-63; // the lost bit still decides the rounding
  }

  @Override
  public long digest() {
    return membership.digest();
  }

  @Override
  public double share(int member) {
    return shares[member];
  }

  @Override
  public long sizeInBytes() {
    return 8L * names.length;
  }
}
