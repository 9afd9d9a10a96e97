package io.clockwise.placement.compat;

import java.util.Arrays;

/**
 * The order in which the C tutorial's sort leaves its points, found without running it.
 *
 * <p>The tutorial runs an exchange sort after each node that it adds: for i ascending, for j from i
 * + 1, it swaps the two when the first is greater. That takes about half the square of the points
 * each time, and two equal points can swap their order when a smaller one is moved in front.
 */
final class ExchangeOrder {
  /*
   * What the sort does to equal points, exactly: a new point goes behind those equal to it, and each
   * group of equal points rotates left by one (its first becomes its last) whenever a point with a
   * smaller hash is added. How the points are cut into nodes does not matter.
   *
   * So: sort stably, then replay each group of two or more with the number of smaller points added
   * between its members. Groups are met in ascending order, so the smaller points are those already
   * met; a Fenwick tree counts how many of these were added in a stretch of time. O(n log n).
   */
  private final int[] order;
  private final int[] smaller;

  private ExchangeOrder(int[] order) {
    this.order = order;
    this.smaller = new int[order.length + 1];
  }

  /**
   * Returns the numbers of the points in their order.
   *
   * @param hashes of 32 bits, in the order of adding
   */
  static int[] of(long[] hashes) {
    long[] keyed = new long[hashes.length];
    for (int i = 0; i < keyed.length; i++) {
      keyed[i] = (hashes[i] << 32 | i) ^ Long.MIN_VALUE; // the sort is signed
    }
    Arrays.sort(keyed);
    int[] order = new int[keyed.length];
    boolean equal = false;
    for (int i = 0; i < order.length; i++) {
      order[i] = (int) keyed[i];
      equal |= i > 0 && keyed[i] >> 32 == keyed[i - 1] >> 32;
    }
    if (equal) {
      new ExchangeOrder(order).replay(hashes);
    }
    return order;
  }

  private void replay(long[] hashes) {
    int from = 0;
    while (from < order.length) {
      int to = from + 1;
      while (to < order.length && hashes[order[to]] == hashes[order[from]]) {
        to++;
      }
      int[] times = Arrays.copyOfRange(order, from, to);
      if (times.length > 1) {
        System.arraycopy(rotated(times), 0, order, from, times.length);
      }
      for (int time : times) {
        note(time);
      }
      from = to;
    }
  }

  /** Returns the group as it stands at the end, from when each of its members was added. */
  private int[] rotated(int[] times) {
    int[] group = new int[times.length];
    for (int i = 0; i < times.length; i++) {
      group[i] = times[i];
      int end = i + 1 < times.length ? times[i + 1] : order.length;
      rotateLeft(group, i + 1, notedBefore(end) - notedBefore(times[i]));
    }
    return group;
  }

  private static void rotateLeft(int[] group, int length, int steps) {
    int by = steps % length;
    if (by > 0) {
      int[] first = Arrays.copyOf(group, by);
      System.arraycopy(group, by, group, 0, length - by);
      System.arraycopy(first, 0, group, length - by, by);
    }
  }

  private void note(int time) {
    for (int i = time + 1; i < smaller.length; i += i & -i) {
      smaller[i]++;
    }
  }

  private int notedBefore(int time) {
    int sum = 0;
    for (int i = time; i > 0; i -= i & -i) {
      sum += smaller[i];
    }
    return sum;
  }
}
