package io.clockwise.placement.slots;

import io.clockwise.placement.hash.Mix64;
import java.util.Arrays;

/** The four best members of each of a few hundred slots, found together. One is used again. */
final class RankBlock {
  /*
   * Members outside, slots inside: the block's arrays stay in the nearest cache, and each slot's
   * limit turns away nearly every member with one comparison: after m members a slot lets in the
   * next with a chance of 4 / m. Between equal weights the limit is the least pair number that
   * could still be among the four. Between unequal ones it is a bound of the cost, since -ln x > 1
   * - x: a logarithm is taken only where (1 - x) / w is below the fourth cost; heavy members come
   * first, so that limits are low early. The first members come in at almost every slot: for them
   * four minima and maxima cost less than a comparison that is guessed wrong.
   */
  /** How many slots are ranked together. */
  static final int SIZE = 512;

  private static final int EAGER_EQUAL = 24;
  private static final int EAGER_WEIGHTED = 8;
  private static final double MARGIN = 1 + 1e-9;

  private final PairCosts costs;
  private final int[] heavyFirst;
  private final long[] numbers = new long[SIZE];
  private final long[] first = new long[SIZE];
  private final long[] second = new long[SIZE];
  private final long[] third = new long[SIZE];
  private final long[] fourth = new long[SIZE];
  private final long[] limits = new long[SIZE];
  private final double[] bounds = new double[SIZE];

  RankBlock(PairCosts costs) {
    this.costs = costs;
    this.heavyFirst = heavyFirst(costs);
  }

  private static int[] heavyFirst(PairCosts costs) {
    long[] order = new long[costs.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = (long) -costs.weight(i) << Integer.SIZE | i;
    }
    Arrays.sort(order);
    return Arrays.stream(order).mapToInt(entry -> (int) entry).toArray();
  }

  /** Finds the best members of these slots and writes the entry of each into the table. */
  void rank(int[] slots, int count, long[] table) {
    for (int j = 0; j < count; j++) {
      numbers[j] = Mixing.ofSlot(slots[j]);
    }
    Arrays.fill(first, 0, count, Long.MAX_VALUE);
    Arrays.fill(second, 0, count, Long.MAX_VALUE);
    Arrays.fill(third, 0, count, Long.MAX_VALUE);
    Arrays.fill(fourth, 0, count, Long.MAX_VALUE);
    if (costs.equal()) {
      offerAllEqual(count);
    } else {
      offerAllWeighted(count);
    }
    for (int j = 0; j < count; j++) {
      table[slots[j]] = SlotTable.entry(first[j], second[j], third[j], fourth[j]);
    }
  }

  private void offerAllEqual(int count) {
    int eager = Math.min(EAGER_EQUAL, costs.size());
    for (int member = 0; member < eager; member++) {
      takeEqual(member, costs.number(member), count);
    }
    for (int j = 0; j < count; j++) {
      limits[j] = limit(fourth[j]);
    }
    for (int member = eager; member < costs.size(); member++) {
      offerEqual(member, costs.number(member), count);
    }
  }

  private void offerAllWeighted(int count) {
    int eager = Math.min(EAGER_WEIGHTED, costs.size());
    for (int i = 0; i < eager; i++) {
      int member = heavyFirst[i];
      takeWeighted(member, costs.number(member), costs.weight(member), count);
    }
    for (int j = 0; j < count; j++) {
      bounds[j] = bound(fourth[j]);
    }
    for (int i = eager; i < heavyFirst.length; i++) {
      int member = heavyFirst[i];
      offerWeighted(member, costs.number(member), costs.weight(member), count);
    }
  }

  private void takeEqual(int member, long number, int count) {
    for (int j = 0; j < count; j++) {
      long z = (numbers[j] ^ number) * Mix64.M1;
      z = (z ^ (z >>> 32)) * Mix64.M2;
      take(j, PairCosts.equalKey(z, member));
    }
  }

  private void takeWeighted(int member, long number, int weight, int count) {
    for (int j = 0; j < count; j++) {
      long z = Mixing.pair(numbers[j], number);
      take(j, PairCosts.weightedKey(z, weight, member));
    }
  }

  private void offerEqual(int member, long number, int count) {
    for (int j = 0; j < count; j++) {
      long z = (numbers[j] ^ number) * Mix64.M1;
      z = (z ^ (z >>> 32)) * Mix64.M2;
      if (z + Long.MIN_VALUE >= limits[j]) {
        insert(j, PairCosts.equalKey(z, member));
        limits[j] = limit(fourth[j]);
      }
    }
  }

  private void offerWeighted(int member, long number, int weight, int count) {
    for (int j = 0; j < count; j++) {
      long z = (numbers[j] ^ number) * Mix64.M1;
      z = (z ^ (z >>> 32)) * Mix64.M2;
      if ((double) (~z >>> 12) < bounds[j] * weight) {
        insert(j, PairCosts.weightedKey(z, weight, member));
        bounds[j] = bound(fourth[j]);
      }
    }
  }

  /** Returns the least pair number that is let in, moved so that a signed comparison will do. */
  private static long limit(long fourth) {
    return PairCosts.leastNumber(fourth) + Long.MIN_VALUE;
  }

  /** Returns what (1 - x) / w must be below, times 2^52. */
  private static double bound(long fourth) {
    return PairCosts.costAbove(fourth) * (0x1p52 * MARGIN);
  }

  /**
   * Puts a key among the four without a branch, for one comes in at almost every call: of two
   * numbers that are not negative the less is b + (a - b) where that is negative, else b.
   */
  private void take(int j, long key) {
    long lower = (key - first[j]) & ((key - first[j]) >> 63);
    long rest = key - lower;
    first[j] += lower;
    lower = (rest - second[j]) & ((rest - second[j]) >> 63);
    second[j] += lower;
    rest -= lower;
    lower = (rest - third[j]) & ((rest - third[j]) >> 63);
    third[j] += lower;
    rest -= lower;
    fourth[j] += (rest - fourth[j]) & ((rest - fourth[j]) >> 63);
  }

  private void insert(int j, long key) {
    if (key >= fourth[j]) {
      return;
    }
    if (key >= third[j]) {
      fourth[j] = key;
      return;
    }
    fourth[j] = third[j];
    if (key >= second[j]) {
      third[j] = key;
      return;
    }
    third[j] = second[j];
    if (key >= first[j]) {
      second[j] = key;
      return;
    }
    second[j] = first[j];
    first[j] = key;
  }
}
