package io.clockwise.placement.own;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.PlacedMembers;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.XxHash64;
import java.util.List;

/**
 * Jump consistent hash over the members in the order of the configuration, each with as many
 * consecutive buckets as it weighs. Only the last one can leave without moving other keys.
 *
 * <p>The algorithm knows no closed members: here the key is hashed again with the number of the
 * attempt as the seed, {@value #ATTEMPTS} times at most, then the first accepted member in the
 * order is taken.
 *
 * <p>Source: J. Lamping and E. Veach, "A Fast, Minimal Memory, Consistent Hash Algorithm", 2014.
 */
public final class JumpPlacement implements Placement {
  private static final int ATTEMPTS = 64;

  private final Membership membership;
  private final PlacedMembers placed;
  private final double[] shares;

  /** Lays the members end to end. */
  JumpPlacement(Membership membership) {
    this.membership = membership;
    this.placed = new PlacedMembers(membership);
    this.shares = placed.sharesByWeight();
  }

  /**
   * Returns the bucket of a key, from 0 on.
   *
   * @param key the hash of a key
   * @param buckets how many there are, at least one
   */
  public static long bucket(long key, long buckets) {
    long state = key;
    long bucket = -1;
    long next = 0;
    while (next < buckets) {
      bucket = next;
      state = state * 2_862_933_555_777_941_757L + 1;
      next = (long) ((bucket + 1) * (2_147_483_648.0 / ((state >>> 33) + 1)));
    }
    return bucket;
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return XxHash64.hash(key, offset, length);
  }

  @Override
  public boolean readsKey() {
    return true;
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    if (placed.size() == 0) {
      return -1;
    }
    long hash = key.hash();
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      int member = placed.at(bucket(hash, placed.totalWeight()));
      if (filter.accepts(member)) {
        return member;
      }
      hash = XxHash64.hash(key.bytes(), key.offset(), key.length(), attempt);
    }
    return placed.firstAccepted(0, filter);
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
    return 20L * membership.size();
  }
}
