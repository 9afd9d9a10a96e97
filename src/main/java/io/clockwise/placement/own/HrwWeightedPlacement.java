package io.clockwise.placement.own;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.PlacedMembers;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.XxHash64;
import io.clockwise.placement.hash.XxHash64Joined;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Weighted rendezvous on xxHash64 and a library logarithm: the member with the largest weight /
 * -ln(x) owns the key, where x comes from the hash of {@code id}, a zero byte and the key. A lookup
 * skips closed members and costs time in their number.
 *
 * <p>Source: C. Schindelhauer and G. Schomaker, "Weighted Distributed Hash Tables", SPAA 2005.
 */
final class HrwWeightedPlacement implements Placement {
  private final Membership membership;
  private final byte[][] heads;
  private final double[] shares;

  /** Takes members that are sorted by id, so that the first one of equal scores is the smaller. */
  HrwWeightedPlacement(Membership membership) {
    this.membership = membership;
    this.heads =
        membership.members().stream()
            .map(member -> (member.id() + '\0').getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    this.shares = new PlacedMembers(membership).sharesByWeight();
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  /** Returns xxHash64, by which keys are told apart; a lookup hashes the key's bytes again. */
  @Override
  public long hash(byte[] key, int offset, int length) {
    return XxHash64.hash(key, offset, length);
  }

  @Override
  public boolean readsKey() {
    return true;
  }

  /** Skips the logarithm where even a bound of the score, weight / (1 - x), would not do. */
  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    int best = -1;
    double largest = 0;
    for (int member = 0; member < heads.length; member++) {
      if (!filter.accepts(member)) {
        continue;
      }
      long hash = XxHash64Joined.hash(heads[member], key.bytes(), key.offset(), key.length());
      double x = ((hash >>> 11) + 0.5) * 0x1p-53;
      int weight = membership.weight(member);
      if (best < 0 || largest * (1 - x) <= weight * (1 + 1e-9)) {
        double score = x == 1 ? Double.POSITIVE_INFINITY : -weight / StrictMath.log(x);
        if (best < 0 || score > largest) {
          best = member;
          largest = score;
        }
      }
    }
    return best;
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
    return 16L * heads.length;
  }
}
