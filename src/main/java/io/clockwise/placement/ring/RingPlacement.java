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

/**
 * A consistent-hash ring: a key belongs to the owner of the first point that is not less than its
 * hash, past the last point to that of the first. Closed members keep their points, a lookup passes
 * them.
 *
 * <p>Source: D. Karger et al., "Consistent Hashing and Random Trees", STOC 1997.
 */
public final class RingPlacement implements Placement {
  private static final int SMALL = 32;

  private final Membership membership;
  private final PointRing ring;
  private final ByteHash keyHash;
  private final String coordinate;
  private final double[] shares;

  /**
   * Makes a ring of points that are drawn.
   *
   * @param keyHash hashes keys, with as many bits as the ring has
   * @param coordinate names that hash: rings of equal names can be compared exactly
   */
  public RingPlacement(Membership membership, PointRing ring, ByteHash keyHash, String coordinate) {
    this.membership = membership;
    this.ring = ring;
    this.keyHash = keyHash;
    this.coordinate = coordinate;
    this.shares = ring.keySpace(coordinate).shares(membership.size());
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
    return ring.pick(key.hash(), membership.size(), filter);
  }

  @Override
  public int candidates(RoutingKey key, int[] into) {
    if (ring.size() == 0) {
      return 0;
    }
    BitSet seen = into.length > SMALL ? new BitSet(membership.size()) : null;
    int found = 0;
    int at = ring.successor(key.hash());
    for (int steps = 0; steps < ring.size() && found < into.length; steps++) {
      int member = ring.owner(at);
      if (seen == null ? !contains(into, found, member) : !seen.get(member)) {
        into[found++] = member;
        if (seen != null) {
          seen.set(member);
        }
        if (found == membership.size()) {
          break;
        }
      }
      at = ring.next(at);
    }
    return found;
  }

  private static boolean contains(int[] some, int length, int wanted) {
    for (int i = 0; i < length; i++) {
      if (some[i] == wanted) {
        return true;
      }
    }
    return false;
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
