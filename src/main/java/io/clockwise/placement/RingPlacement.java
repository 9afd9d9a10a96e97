package io.clockwise.placement;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.clockwise.model.Member;
import java.util.BitSet;
import java.util.List;

/**
 * A consistent-hash ring: a key belongs to the owner of the first point that is not less than its
 * hash, past the last point to that of the first.
 *
 * <p>Source: D. Karger et al., "Consistent Hashing and Random Trees", STOC 1997.
 */
final class RingPlacement implements Placement {
  /*
   * Points are sorted unsigned and spread evenly, as hashes are. The hash space is cut into a power
   * of two of equal buckets, about one for each point, and starts[b] is the position of the first
   * point in bucket b or behind it. A lookup reads starts[b] and starts[b + 1], then searches the
   * few points between them (by halves, so that uneven points cost O(log n) at most); when none of
   * them will do, the answer is starts[b + 1], since every point there is greater.
   *
   * A walk past members that are not accepted may meet many points of theirs. After WALK_CHECK of
   * them the filter is asked once for every member: nobody accepted ends the walk, one accepted is
   * the answer, two or more make it go on.
   */
  private static final int WALK_CHECK = 64;
  private static final int MANY = -2;
  private static final int SMALL = 32;
  private static final int MAX_BUCKET_BITS = 22;
  private static final Hasher64 HASHER = Hashing.xxh3_64();

  private final List<Member> members;
  private final long[] points;
  private final char[] owners;
  private final int bucketShift;
  private final int[] starts;
  private final double[] shares;
  private final long digest;

  RingPlacement(List<Member> members, RingPoints ring, long digest) {
    this.members = members;
    this.points = ring.hashes;
    this.owners = ring.owners;
    this.digest = digest;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, points.length - 1));
    this.bucketShift = Long.SIZE - Math.min(MAX_BUCKET_BITS, bits);
    this.starts = bucketStarts(points, bucketShift);
    this.shares = shares(members.size(), ring);
  }

  private static int[] bucketStarts(long[] points, int shift) {
    int[] starts = new int[(1 << (Long.SIZE - shift)) + 1];
    int at = 0;
    for (int bucket = 0; bucket < starts.length; bucket++) {
      while (at < points.length && (int) (points[at] >>> shift) < bucket) {
        at++;
      }
      starts[bucket] = at;
    }
    return starts;
  }

  private static double[] shares(int members, RingPoints ring) {
    double[] shares = new double[members];
    if (members == 1) {
      shares[0] = 1; // its arcs add up to 2^64, which a long does not hold
      return shares;
    }
    long[] arcs = new long[members];
    for (int i = 0; i < ring.hashes.length; i++) {
      long before = ring.hashes[i == 0 ? ring.hashes.length - 1 : i - 1];
      arcs[ring.owners[i]] += ring.hashes[i] - before;
    }
    for (int member = 0; member < members; member++) {
      shares[member] = ((arcs[member] >>> 1) + (arcs[member] & 1) * 0.5) * 0x1p-63;
    }
    return shares;
  }

  @Override
  public List<Member> members() {
    return members;
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return HASHER.hashBytesToLong(key, offset, length);
  }

  @Override
  public int pick(long keyHash, MemberFilter filter) {
    if (points.length == 0) {
      return -1;
    }
    int at = firstPoint(keyHash);
    for (int steps = 0; steps < points.length; steps++) {
      int member = owners[at];
      if (filter.accepts(member)) {
        return member;
      }
      if (steps == WALK_CHECK) {
        int only = onlyAccepted(filter);
        if (only != MANY) {
          return only;
        }
      }
      at = at + 1 == points.length ? 0 : at + 1;
    }
    return -1;
  }

  /** Returns the one member that the filter accepts, -1 for none, {@link #MANY} for several. */
  private int onlyAccepted(MemberFilter filter) {
    int only = -1;
    for (int member = 0; member < members.size(); member++) {
      if (filter.accepts(member)) {
        if (only >= 0) {
          return MANY;
        }
        only = member;
      }
    }
    return only;
  }

  private int firstPoint(long keyHash) {
    int bucket = (int) (keyHash >>> bucketShift);
    int low = starts[bucket];
    int high = starts[bucket + 1];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(points[middle], keyHash) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == points.length ? 0 : low;
  }

  @Override
  public int candidates(long keyHash, int[] into) {
    int wanted = Math.min(into.length, members.size());
    if (wanted == 0) {
      return 0;
    }
    BitSet seen = wanted > SMALL ? new BitSet(members.size()) : null;
    int found = 0;
    for (int at = firstPoint(keyHash); found < wanted; at = at + 1 == points.length ? 0 : at + 1) {
      int member = owners[at];
      if (seen == null ? !contains(into, found, member) : !seen.get(member)) {
        into[found++] = member;
        if (seen != null) {
          seen.set(member);
        }
      }
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
    return digest;
  }

  @Override
  public double share(int member) {
    return shares[member];
  }

  @Override
  public long sizeInBytes() {
    return 8L * points.length + 2L * owners.length + 4L * starts.length + 8L * shares.length;
  }
}
