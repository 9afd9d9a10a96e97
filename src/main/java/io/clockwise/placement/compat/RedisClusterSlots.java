package io.clockwise.placement.compat;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RedisClusterSlot;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.KeySpace;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.PlacedMembers;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.Crc16;
import java.util.Arrays;
import java.util.List;

/**
 * The slots of a Redis cluster: CRC-16 of the key, or of what stands in its first braces, modulo
 * 16384. A slot whose owner is not accepted goes to the first accepted member going round from one
 * that the slot chooses; Redis has no rule for that.
 *
 * <p>Source: redis-server 7.0.15, observed; Redis cluster specification, "Hash tags".
 */
public final class RedisClusterSlots implements Placement {
  private final Membership membership;
  private final PlacedMembers placed;
  private final int[] owners;
  private final double[] shares;

  private RedisClusterSlots(Membership membership, int[] owners) {
    this.membership = membership;
    this.placed = new PlacedMembers(membership);
    this.owners = owners;
    this.shares = keySpace().shares(membership.size());
  }

  /**
   * Gives the slots to their owners; a slot of a member without a weight has none.
   *
   * @throws IllegalArgumentException with a message for the user when the ranges are no ranges,
   *     name a backend that is not there, lie over each other or leave slots out
   */
  static Placement build(RedisClusterSlot settings, Membership membership) {
    int[] owners =
        settings.ranges().isEmpty()
            ? evenParts(new PlacedMembers(membership))
            : RedisRanges.owners(settings.ranges(), membership);
    return new RedisClusterSlots(membership, owners);
  }

  private static int[] evenParts(PlacedMembers placed) {
    int[] owners = RedisRanges.nobody();
    int n = placed.size();
    int from = 0;
    for (int rank = 0; rank < n; rank++) {
      int to = (int) ((2L * (rank + 1) * owners.length + n) / (2L * n)); // to the nearest
      Arrays.fill(owners, from, to, placed.get(rank));
      from = to;
    }
    return owners;
  }

  /** Returns the slot of a key, 0 to 16383. */
  public static int slot(byte[] key, int offset, int length) {
    int end = offset + length;
    int open = find('{', key, offset, end);
    int close = find('}', key, open + 1, end);
    boolean tagged = close < end && close > open + 1;
    long sum =
        tagged ? Crc16.hash(key, open + 1, close - open - 1) : Crc16.hash(key, offset, length);
    return (int) sum & (RedisClusterSlot.SLOTS - 1);
  }

  private static int find(char wanted, byte[] key, int from, int end) {
    int at = from;
    while (at < end && key[at] != wanted) {
      at++;
    }
    return at;
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  /** Returns the slot. */
  @Override
  public long hash(byte[] key, int offset, int length) {
    return slot(key, offset, length);
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    int slot = (int) key.hash() & (RedisClusterSlot.SLOTS - 1);
    int owner = owners[slot];
    return owner >= 0 && filter.accepts(owner) ? owner : placed.firstAccepted(slot, filter);
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
  public KeySpace keySpace() {
    return KeySpace.ofCells("redis slot", owners);
  }

  @Override
  public long sizeInBytes() {
    return 4L * owners.length + 20L * membership.size();
  }
}
