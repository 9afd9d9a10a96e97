package io.clockwise.placement.ring;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.KeySpace;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.ByteHash;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A consistent-hash ring: a key belongs to the owner of the first point that is not less than its
 * hash, past the last point to that of the first. Closed members keep their points, a lookup passes
 * them. A placed member that has no points (others have taken or pushed out all of its) is a last
 * resort, behind all those that have some.
 *
 * <p>Source: D. Karger et al., "Consistent Hashing and Random Trees", STOC 1997.
 */
public final class RingPlacement implements Placement {
  private final Membership membership;
  private final PointRing ring;
  private final ByteHash keyHash;
  private final String coordinate;
  private final double[] shares;
  private final int[] pointless;

  /**
   * Makes a ring of points that are drawn.
   *
   * @param keyHash hashes keys, with as many bits as the ring has
   * @param coordinate names that hash: rings of equal names can be compared exactly
   */
  public RingPlacement(Membership membership, PointRing ring, ByteHash keyHash, String coordinate) {
    this(membership, ring, keyHash, coordinate, pointless(membership, ring));
  }

  private RingPlacement(
      Membership membership, PointRing ring, ByteHash keyHash, String coordinate, int[] pointless) {
    this.membership = membership;
    this.ring = ring;
    this.keyHash = keyHash;
    this.coordinate = coordinate;
    this.shares = ring.keySpace(coordinate).shares(membership.size());
    this.pointless = pointless;
  }

  /**
   * Makes the same, but a member without points gets nothing, not even as the only one accepted:
   * for rules that are built anew when others close, and give it points then if it is to have some.
   */
  public static RingPlacement ofPointsOnly(
      Membership membership, PointRing ring, ByteHash keyHash, String coordinate) {
    return new RingPlacement(membership, ring, keyHash, coordinate, new int[0]);
  }

  private static int[] pointless(Membership membership, PointRing ring) {
    BitSet pointed = new BitSet(membership.size());
    for (int at = 0; at < ring.size(); at++) {
      pointed.set(ring.owner(at));
    }
    return IntStream.range(0, membership.size())
        .filter(member -> membership.places(member) && !pointed.get(member))
        .toArray();
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return keyHash.hash(key, offset, length);
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    int member = ring.pick(key.hash(), membership.size(), filter);
    for (int i = 0; member < 0 && i < pointless.length; i++) {
      member = filter.accepts(pointless[i]) ? pointless[i] : -1;
    }
    return member;
  }

  @Override
  public int candidates(RoutingKey key, int[] into) {
    int found =
        ring.size() == 0 ? 0 : ring.distinct(ring.successor(key.hash()), membership.size(), into);
    for (int i = 0; i < pointless.length && found < into.length; i++) {
      into[found++] = pointless[i];
    }
    return found;
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
    return ring.keySpace(coordinate);
  }

  @Override
  public long sizeInBytes() {
    return ring.sizeInBytes() + 8L * shares.length;
  }
}
