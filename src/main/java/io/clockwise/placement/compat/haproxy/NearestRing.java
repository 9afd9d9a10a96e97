package io.clockwise.placement.compat.haproxy;

import io.clockwise.placement.KeySpace;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.ring.PointRing;
import java.util.Arrays;

/**
 * A ring of 32-bit points on which a hash belongs to the nearest point, in whichever direction.
 * Immutable.
 */
final class NearestRing {
  /*
   * HAProxy takes a server that is not usable out of its tree. Here its points stay and a lookup
   * passes them, which comes to the same: the next point is the first accepted one at or behind the
   * hash, the one before it the first accepted one backwards, so that of equal points "next" is the
   * first accepted of its group and "before" the last. The nearer one wins, the one before on a tie.
   *
   * A walk that has passed mostSteps points without meeting an accepted one stops. Then each
   * accepted member is asked for its own point that comes first in that direction (its positions
   * are at hand, sorted, so by halves), and the closest of them is the answer. Few are accepted when
   * that happens, so a lookup costs O(members + accepted * log points) at most, whoever is closed. Going half as
   * many steps as there are members first never costs more than half of that again.
   */
  private static final int FEWEST_STEPS = 64;

  private final PointRing ring;
  private final int mostSteps;
  private final int[] positions;
  private final int[] begins;

  /**
   * Sorts points, in place.
   *
   * @param points in the order in which equal ones shall stay
   * @param owners the member of each
   */
  NearestRing(long[] points, char[] owners, int members) {
    this.ring = PointRing.sorted(points, owners, Integer.SIZE);
    this.mostSteps = Math.min(ring.size(), Math.max(FEWEST_STEPS, members / 2));
    this.begins = new int[members + 1];
    for (int at = 0; at < ring.size(); at++) {
      begins[ring.owner(at) + 1]++;
    }
    Arrays.parallelPrefix(begins, Integer::sum);
    this.positions = new int[ring.size()];
    int[] free = begins.clone();
    for (int at = 0; at < positions.length; at++) {
      positions[free[ring.owner(at)]++] = at;
    }
  }

  int size() {
    return ring.size();
  }

  int owner(int at) {
    return ring.owner(at);
  }

  /** Writes the distinct members met clockwise from a position on; returns how many. */
  int distinct(int from, int members, int[] into) {
    return ring.distinct(from, members, into);
  }

  /** Returns the position of the accepted point that is nearest to a hash, or -1. */
  int nearest(long hash, MemberFilter filter) {
    if (ring.size() == 0) {
      return -1;
    }
    int from = ring.successor(hash);
    int next = forward(from, filter);
    if (next < 0) {
      return -1;
    }
    int before = backward(from == 0 ? ring.size() - 1 : from - 1, filter);
    int back = (int) hash - (int) ring.point(before);
    int ahead = (int) ring.point(next) - (int) hash;
    return Integer.compareUnsigned(back, ahead) <= 0 ? before : next;
  }

  /** Returns the position of the first accepted point from a position on, clockwise, or -1. */
  int forward(int from, MemberFilter filter) {
    int at = from;
    for (int steps = mostSteps; steps > 0; steps--) {
      if (filter.accepts(ring.owner(at))) {
        return at;
      }
      at = ring.next(at);
    }
    return ring.size() == mostSteps ? -1 : leap(at, true, filter);
  }

  private int backward(int from, MemberFilter filter) {
    int at = from;
    for (int steps = mostSteps; steps > 0; steps--) {
      if (filter.accepts(ring.owner(at))) {
        return at;
      }
      at = at == 0 ? ring.size() - 1 : at - 1;
    }
    return ring.size() == mostSteps ? -1 : leap(at, false, filter);
  }

  /** Returns the same, asking each member instead of each point. */
  private int leap(int from, boolean clockwise, MemberFilter filter) {
    int closest = -1;
    int shortest = Integer.MAX_VALUE;
    for (int member = 0; member + 1 < begins.length; member++) {
      if (begins[member] < begins[member + 1] && filter.accepts(member)) {
        int at = clockwise ? ahead(member, from) : behind(member, from);
        int way = clockwise ? at - from : from - at;
        way += way < 0 ? ring.size() : 0;
        if (way < shortest) {
          shortest = way;
          closest = at;
        }
      }
    }
    return closest;
  }

  /** Returns the first position of a member that is not less; past its last, its first. */
  private int ahead(int member, int from) {
    int found = Arrays.binarySearch(positions, begins[member], begins[member + 1], from);
    int index = found >= 0 ? found : -found - 1;
    return positions[index == begins[member + 1] ? begins[member] : index];
  }

  /** Returns the last position of a member that is not greater; before its first, its last. */
  private int behind(int member, int from) {
    int found = Arrays.binarySearch(positions, begins[member], begins[member + 1], from);
    int index = found >= 0 ? found : -found - 2;
    return positions[index < begins[member] ? begins[member + 1] - 1 : index];
  }

  /** Returns the intervals of one owner each: they end at points and half-way between them. */
  KeySpace keySpace(String coordinate) {
    int size = ring.size();
    long[] cuts = new long[size == 0 ? 0 : 2 * size + 1]; // the first stays 0
    for (int at = 0; at < size; at++) {
      long point = ring.point(at);
      long gap = (ring.point(ring.next(at)) - point) & 0xffffffffL;
      cuts[2 * at + 1] = (point + 1) & 0xffffffffL;
      cuts[2 * at + 2] = (point + gap / 2 + 1) & 0xffffffffL;
    }
    Arrays.sort(cuts);
    long[] starts = new long[cuts.length];
    int[] owners = new int[cuts.length];
    int count = 0;
    for (int i = 0; i < cuts.length; i++) {
      if (i == 0 || cuts[i] != cuts[i - 1]) {
        starts[count] = cuts[i] << Integer.SIZE;
        owners[count++] = ring.owner(nearest(cuts[i], MemberFilter.ANY));
      }
    }
    return new KeySpace(coordinate, Arrays.copyOf(starts, count), Arrays.copyOf(owners, count));
  }

  long sizeInBytes() {
    return ring.sizeInBytes() + 4L * (positions.length + begins.length);
  }
}
