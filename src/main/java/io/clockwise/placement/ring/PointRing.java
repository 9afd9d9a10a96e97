package io.clockwise.placement.ring;

import io.clockwise.placement.KeySpace;
import io.clockwise.placement.MemberFilter;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Points of members on a circle of hashes, ascending unsigned, with a fast way to the first point
 * that is not less than a hash. Immutable.
 */
public final class PointRing {
  /*
   * Points are spread evenly, as hashes are. The hash space is cut into a power of two of equal
   * buckets, about one for each point, and starts[b] is the position of the first point in bucket b
   * or behind it. A lookup reads starts[b] and starts[b + 1], then searches the few points between
   * them (by halves, so that uneven points cost O(log n) at most); when none of them will do, the
   * answer is starts[b + 1], since every point there is greater.
   *
   * A walk past members that are not accepted may meet many points of theirs. After WALK_CHECK of
   * them the filter is asked once for every member: nobody accepted ends the walk, one accepted is
   * the answer, two or more make it go on.
   */
  private static final int WALK_CHECK = 64;
  private static final int MANY = -2;
  private static final int MAX_BUCKET_BITS = 22;

  private final long[] points;
  private final char[] owners;
  private final int bits;
  private final int bucketShift;
  private final int[] starts;

  /**
   * Takes points that are sorted.
   *
   * @param points ascending unsigned
   * @param owners the member of each
   * @param bits how many bits a hash has: 32 or 64
   */
  private PointRing(long[] points, char[] owners, int bits) {
    this.points = points;
    this.owners = owners;
    this.bits = bits;
    int wanted = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, points.length - 1));
    this.bucketShift = bits - Math.min(MAX_BUCKET_BITS, wanted);
    this.starts = bucketStarts(points, bits, bucketShift);
  }

  /** Sorts points stably, in place: equal ones keep the order in which they are given. */
  public static PointRing sorted(long[] points, char[] owners, int bits) {
    PairSort.sortUnsigned(points, owners);
    return new PointRing(points, owners, bits);
  }

  /** Returns the same ring with only the first of equal points. */
  public PointRing firstOfEqual() {
    return kept(true);
  }

  /** Returns the same ring with only the last of equal points. */
  public PointRing lastOfEqual() {
    return kept(false);
  }

  private PointRing kept(boolean first) {
    long[] keptPoints = new long[points.length];
    char[] keptOwners = new char[points.length];
    int kept = 0;
    for (int i = 0; i < points.length; i++) {
      int other = first ? i - 1 : i + 1;
      if (other < 0 || other == points.length || points[other] != points[i]) {
        keptPoints[kept] = points[i];
        keptOwners[kept++] = owners[i];
      }
    }
    return new PointRing(Arrays.copyOf(keptPoints, kept), Arrays.copyOf(keptOwners, kept), bits);
  }

  private static int[] bucketStarts(long[] points, int bits, int shift) {
    int[] starts = new int[(1 << (bits - shift)) + 1];
    int at = 0;
    for (int bucket = 0; bucket < starts.length; bucket++) {
      while (at < points.length && (int) (points[at] >>> shift) < bucket) {
        at++;
      }
      starts[bucket] = at;
    }
    return starts;
  }

  /** Returns how many points there are. */
  public int size() {
    return points.length;
  }

  /** Returns where a point is. */
  public long point(int at) {
    return points[at];
  }

  /** Returns the member that a point belongs to. */
  public int owner(int at) {
    return owners[at];
  }

  /** Returns the position of the point behind this one; past the last comes the first. */
  public int next(int at) {
    return at + 1 == points.length ? 0 : at + 1;
  }

  /** Returns the position of the first point that is not less; past the last, 0. */
  public int successor(long hash) {
    int at = firstNotLess(hash);
    return at == points.length ? 0 : at;
  }

  /** Returns the same, but the number of points when all are less. */
  public int firstNotLess(long hash) {
    int bucket = (int) (hash >>> bucketShift);
    int low = starts[bucket];
    int high = starts[bucket + 1];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(points[middle], hash) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the first accepted member from a hash on, point by point, or -1. */
  public int pick(long hash, int members, MemberFilter filter) {
    return points.length == 0 ? -1 : walk(successor(hash), members, filter);
  }

  /** Returns the first accepted member from a position on, point by point, or -1. */
  public int walk(int from, int members, MemberFilter filter) {
    int at = from;
    for (int steps = 0; steps < points.length; steps++) {
      int member = owners[at];
      if (filter.accepts(member)) {
        return member;
      }
      if (steps == WALK_CHECK) {
        int only = accepted(members, filter);
        if (only != MANY) {
          return present(only);
        }
      }
      at = next(at);
    }
    return -1;
  }

  /**
   * Writes the distinct members met from a position on.
   *
   * @param members how many there are
   * @return how many were written
   */
  public int distinct(int from, int members, int[] into) {
    BitSet seen = new BitSet(members);
    int wanted = Math.min(into.length, members);
    int found = 0;
    int at = from;
    for (int steps = 0; steps < points.length && found < wanted; steps++) {
      int member = owners[at];
      if (!seen.get(member)) {
        seen.set(member);
        into[found++] = member;
      }
      at = next(at);
    }
    return found;
  }

  /** Returns the one member that the filter accepts, -1 for none, {@link #MANY} for several. */
  private static int accepted(int members, MemberFilter filter) {
    int only = -1;
    for (int member = 0; member < members; member++) {
      if (filter.accepts(member)) {
        if (only >= 0) {
          return MANY;
        }
        only = member;
      }
    }
    return only;
  }

  /** Returns the member if it has a point at all, else -1. */
  private int present(int member) {
    for (char owner : owners) {
      if (owner == member) {
        return member;
      }
    }
    return -1;
  }

  /**
   * Returns the intervals that belong to each point's member: from behind the point before to the
   * point itself.
   */
  public KeySpace keySpace(String coordinate) {
    int up = Long.SIZE - bits;
    int length = points.length;
    long[] begins = new long[length + 1];
    int[] who = new int[length + 1];
    int count = 0;
    for (int i = 0; i < length; i++) {
      boolean again = i > 0 && points[i] == points[i - 1];
      if (!again) {
        begins[count] = count == 0 ? 0 : (points[i - 1] + 1) << up;
        who[count++] = owners[i];
      }
    }
    if (length > 0 && (points[length - 1] + 1) << up != 0) {
      begins[count] = (points[length - 1] + 1) << up;
      who[count++] = owners[0];
    }
    return new KeySpace(coordinate, Arrays.copyOf(begins, count), Arrays.copyOf(who, count));
  }

  /** Returns the bytes that the arrays take. */
  public long sizeInBytes() {
    return 8L * points.length + 2L * owners.length + 4L * starts.length;
  }
}
