package io.clockwise.placement.slots;

import java.util.Arrays;

/** The best four of each slot of a block among members of unequal weights. One is used again. */
final class WeightedBlock {
  /*
   * Nearly all costs are so far apart that a rough logarithm tells their order: costs are taken as
   * integers in the unit of the lightest member, with a member below, and the best five of each slot
   * are kept. Where two neighbours of the five are closer than what is rough may be wrong by, the
   * slot is ranked again by keys, which few are. So the order is that of the keys, always. The fifth
   * is there to tell that the fourth is the fourth.
   */
  private static final int SIZE = RankBlock.SIZE;
  private static final int EAGER = 16;
  private static final int UNIT_BITS = 41; // -ln x is below 37, so a cost has 47 bits at most
  private static final double UNIT = 1L << UNIT_BITS;

  /** Added to each cost, for a rough one of next to nothing may be below 0. */
  private static final int ABOVE_ZERO = 1024;

  /** Costs this far apart are in order: twice the error of the logarithm, and the rounding. */
  private static final long APART = 2 * (long) (UNIT * RoughLogarithm.ERROR) + 256;

  /** And this much more, for a key has 36 bits of a cost. */
  private static final int KEY_BITS = 34;

  private final PairCosts costs;
  private final int[] heavyFirst;
  private final double[] scales;
  private final long[] keys = new long[SIZE];
  private final long[] first = new long[SIZE];
  private final long[] second = new long[SIZE];
  private final long[] third = new long[SIZE];
  private final long[] fourth = new long[SIZE];
  private final long[] fifth = new long[SIZE];
  private final double[] bounds = new double[SIZE];

  WeightedBlock(PairCosts costs) {
    this.costs = costs;
    this.heavyFirst = heavyFirst(costs);
    int lightest = costs.weight(heavyFirst[heavyFirst.length - 1]);
    this.scales = new double[costs.size()];
    Arrays.setAll(scales, member -> UNIT * lightest / costs.weight(member));
  }

  private static int[] heavyFirst(PairCosts costs) {
    long[] order = new long[costs.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = (long) -costs.weight(i) << Integer.SIZE | i;
    }
    Arrays.sort(order);
    return Arrays.stream(order).mapToInt(entry -> (int) entry).toArray();
  }

  /** Finds the best members of the slots of these numbers and writes their entries. */
  void rank(long[] numbers, int[] slots, int count, long[] table) {
    Arrays.fill(first, 0, count, Long.MAX_VALUE);
    Arrays.fill(second, 0, count, Long.MAX_VALUE);
    Arrays.fill(third, 0, count, Long.MAX_VALUE);
    Arrays.fill(fourth, 0, count, Long.MAX_VALUE);
    Arrays.fill(fifth, 0, count, Long.MAX_VALUE);
    int eager = Math.min(EAGER, heavyFirst.length);
    for (int i = 0; i < eager; i++) {
      offer(heavyFirst[i], numbers, count);
    }
    for (int j = 0; j < count; j++) {
      bounds[j] = bound(fifth[j]);
    }
    for (int i = eager; i < heavyFirst.length; i++) {
      offerBelowBound(heavyFirst[i], numbers, count);
    }
    for (int j = 0; j < count; j++) {
      table[slots[j]] =
          isSure(j)
              ? SlotTable.entry(first[j], second[j], third[j], fourth[j])
              : byKeys(numbers[j]);
    }
  }

  private void offer(int member, long[] numbers, int count) {
    long number = costs.number(member);
    double scale = scales[member];
    for (int j = 0; j < count; j++) {
      keys[j] = key(Mixing.pair(numbers[j], number), scale, member);
    }
    for (int j = 0; j < count; j++) {
      take(j, keys[j]);
    }
  }

  /* -ln x > 1 - x, so hardly any logarithm is taken for nothing. */
  private void offerBelowBound(int member, long[] numbers, int count) {
    long number = costs.number(member);
    double scale = scales[member];
    double step = scale * 0x1p-52;
    for (int j = 0; j < count; j++) {
      long z = Mixing.pair(numbers[j], number);
      if ((double) (~z >>> 12) * step < bounds[j]) {
        take(j, key(z, scale, member));
        bounds[j] = bound(fifth[j]);
      }
    }
  }

  private static long key(long z, double scale, int member) {
    double cost = -RoughLogarithm.ln(PairCosts.unit(z)) * scale;
    return ((long) cost + ABOVE_ZERO) << PairCosts.MEMBER_BITS | member;
  }

  private static double bound(long fifth) {
    return (fifth >>> PairCosts.MEMBER_BITS) + APART;
  }

  /**
   * Puts a key among the five without a branch, for one comes in at almost every call: of two
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
    lower = (rest - fourth[j]) & ((rest - fourth[j]) >> 63);
    fourth[j] += lower;
    rest -= lower;
    fifth[j] += (rest - fifth[j]) & ((rest - fifth[j]) >> 63);
  }

  private boolean isSure(int j) {
    return isSure(first[j], second[j])
        && isSure(second[j], third[j])
        && isSure(third[j], fourth[j])
        && isSure(fourth[j], fifth[j]);
  }

  private static boolean isSure(long less, long greater) {
    long cost = greater >>> PairCosts.MEMBER_BITS;
    return cost - (less >>> PairCosts.MEMBER_BITS) > APART + (cost >>> KEY_BITS)
        || less == Long.MAX_VALUE;
  }

  private long byKeys(long number) {
    long[] best = new long[SlotTable.RANKS + 1];
    Arrays.fill(best, Long.MAX_VALUE);
    for (int member = 0; member < costs.size(); member++) {
      best[SlotTable.RANKS] = costs.key(number, member);
      Arrays.sort(best);
    }
    return SlotTable.entry(best[0], best[1], best[2], best[3]);
  }
}
