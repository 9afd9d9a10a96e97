package io.clockwise.placement.slots;

import io.clockwise.placement.hash.Mix64;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The four best members of each of a few hundred slots, found together. One is used again. */
final class RankBlock {
  /*
   * Members outside, slots inside: the block's arrays stay in the nearest cache, and each slot's
   * limit turns away nearly every member with one comparison: after m members a slot lets in the
   * next with a chance of 4 / m. Between equal weights the limit is the least pair number that
   * could still be among the four. Between unequal ones it is a bound of the cost; heavy members
   * come first, so that limits are low early. The first members come in at almost every slot: for
   * them minima and maxima cost less than a comparison that is guessed wrong.
   */
  /** How many slots are ranked together. */
  static final int SIZE = 512;

  private static final int EAGER = 24;

  private final PairCosts costs;
  private final @Nullable WeightedBlock weighted;
  private final long[] numbers = new long[SIZE];
  private final long[] first = new long[SIZE];
  private final long[] second = new long[SIZE];
  private final long[] third = new long[SIZE];
  private final long[] fourth = new long[SIZE];
  private final long[] limits = new long[SIZE];

  RankBlock(PairCosts costs) {
    this.costs = costs;
    this.weighted = costs.equal() ? null : new WeightedBlock(costs);
  }

  /** Finds the best members of these slots and writes the entry of each into the table. */
  void rank(int[] slots, int count, long[] table) {
    for (int j = 0; j < count; j++) {
      numbers[j] = Mixing.ofSlot(slots[j]);
    }
    if (weighted != null) {
      weighted.rank(numbers, slots, count, table);
      return;
    }
    Arrays.fill(first, 0, count, Long.MAX_VALUE);
    Arrays.fill(second, 0, count, Long.MAX_VALUE);
    Arrays.fill(third, 0, count, Long.MAX_VALUE);
    Arrays.fill(fourth, 0, count, Long.MAX_VALUE);
    offerAll(count);
    for (int j = 0; j < count; j++) {
      table[slots[j]] = SlotTable.entry(first[j], second[j], third[j], fourth[j]);
    }
  }

  private void offerAll(int count) {
    int eager = Math.min(EAGER, costs.size());
    for (int member = 0; member < eager; member++) {
      takeAll(member, costs.number(member), count);
    }
    for (int j = 0; j < count; j++) {
      limits[j] = limit(fourth[j]);
    }
    for (int member = eager; member < costs.size(); member++) {
      offer(member, costs.number(member), count);
    }
  }

  private void takeAll(int member, long number, int count) {
    for (int j = 0; j < count; j++) {
      long z = (numbers[j] ^ number) * Mix64.M1;
      z = (z ^ (z >>> 32)) * Mix64.M2;
      take(j, PairCosts.equalKey(z, member));
    }
  }

  private void offer(int member, long number, int count) {
    for (int j = 0; j < count; j++) {
      long z = (numbers[j] ^ number) * Mix64.M1;
      z = (z ^ (z >>> 32)) * Mix64.M2;
      if (z + Long.MIN_VALUE >= limits[j]) {
        insert(j, PairCosts.equalKey(z, member));
        limits[j] = limit(fourth[j]);
      }
    }
  }

  /** Returns the least pair number that is let in, moved so that a signed comparison will do. */
  private static long limit(long fourth) {
    return PairCosts.leastNumber(fourth) + Long.MIN_VALUE;
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
