package io.clockwise.placement.slots;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Rendezvous;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.Mix64;
import java.util.Arrays;
import java.util.List;

/**
 * Exact weighted rendezvous: each key ranks the members by the costs that {@code slots} gives them,
 * with the key's own number in the place of the slot's. A lookup asks every member.
 */
final class RendezvousPlacement implements Placement {
  private static final Hasher64 HASHER = Hashing.xxh3_64();

  private final Membership membership;
  private final PairCosts costs;
  private final long seed;
  private final double totalWeight;

  RendezvousPlacement(Membership membership, Rendezvous settings) {
    this.membership = membership;
    this.seed = Mixing.ofSeed(settings.seed());
    this.costs = PairCosts.of(membership.members(), seed);
    this.totalWeight = membership.members().stream().mapToLong(Member::weight).sum();
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return Mix64.mix(HASHER.hashBytesToLong(key, offset, length) ^ seed);
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    long best = Long.MAX_VALUE;
    for (int member = 0; member < costs.size(); member++) {
      if (filter.accepts(member)) {
        best = Math.min(best, costs.key(key.hash(), member));
      }
    }
    return best == Long.MAX_VALUE ? -1 : (int) (best & PairCosts.MEMBER);
  }

  @Override
  public int candidates(RoutingKey key, int[] into) {
    long[] keys = new long[costs.size()];
    for (int member = 0; member < keys.length; member++) {
      keys[member] = costs.key(key.hash(), member);
    }
    Arrays.sort(keys);
    int count = Math.min(into.length, keys.length);
    for (int rank = 0; rank < count; rank++) {
      into[rank] = (int) (keys[rank] & PairCosts.MEMBER);
    }
    return count;
  }

  @Override
  public long digest() {
    return membership.digest();
  }

  @Override
  public double share(int member) {
    return membership.weight(member) / totalWeight;
  }

  @Override
  public long sizeInBytes() {
    return (8L + 4L) * costs.size();
  }
}
