package io.clockwise.placement;

import java.util.Arrays;

/**
 * The members that are placed, in their order, laid end to end by weight: each takes as many places
 * as it weighs. Immutable.
 */
public final class PlacedMembers {
  private final int count;
  private final int[] placed;
  private final long[] ends;

  /** Takes those of the members that have a weight and are not closed. */
  public PlacedMembers(Membership membership) {
    this.count = membership.size();
    int[] all = new int[count];
    int found = 0;
    for (int member = 0; member < count; member++) {
      if (membership.places(member)) {
        all[found++] = member;
      }
    }
    this.placed = Arrays.copyOf(all, found);
    this.ends = new long[found];
    long end = 0;
    for (int i = 0; i < found; i++) {
      end += membership.weight(placed[i]);
      ends[i] = end;
    }
  }

  /** Returns how many members are placed. */
  public int size() {
    return placed.length;
  }

  /** Returns the placed member of this rank in the order, counted from 0. */
  public int get(int rank) {
    return placed[rank];
  }

  /** Returns how many places there are. */
  public long totalWeight() {
    return ends.length == 0 ? 0 : ends[ends.length - 1];
  }

  /** Returns the member that has a place, 0 to {@link #totalWeight} - 1. */
  public int at(long place) {
    int low = 0;
    int high = ends.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] <= place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return placed[low];
  }

  /**
   * Returns the first accepted member going round in the order, or -1.
   *
   * @param start chooses with whom to begin: its remainder, unsigned, by the number of members
   */
  public int firstAccepted(long start, MemberFilter filter) {
    if (placed.length == 0) {
      return -1;
    }
    int at = (int) Long.remainderUnsigned(start, placed.length);
    for (int steps = 0; steps < placed.length; steps++) {
      if (filter.accepts(placed[at])) {
        return placed[at];
      }
      at = at + 1 == placed.length ? 0 : at + 1;
    }
    return -1;
  }

  /** Returns the share of each member, placed or not, when shares follow the weights. */
  public double[] sharesByWeight() {
    return sharesOfRemainders(totalWeight());
  }

  /** Returns the share of each member, placed or not, when all placed ones have the same. */
  public double[] equalShares() {
    double[] shares = new double[count];
    for (int member : placed) {
      shares[member] = 1.0 / placed.length;
    }
    return shares;
  }

  /**
   * Returns the share of each member, placed or not, when the place is the remainder of a number by
   * the total weight.
   *
   * @param numbers how many numbers there are, from 0 on, all equally likely
   */
  public double[] sharesOfRemainders(long numbers) {
    double[] shares = new double[count];
    long total = totalWeight();
    long begin = 0;
    for (int i = 0; i < placed.length; i++) {
      long width = ends[i] - begin;
      long last = Math.max(0, Math.min(width, numbers % total - begin));
      shares[placed[i]] = (numbers / total * width + last) / (double) numbers;
      begin = ends[i];
    }
    return shares;
  }
}
