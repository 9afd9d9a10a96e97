package io.clockwise.placement.slots;

import io.clockwise.model.placement.Member;
import java.util.List;

/**
 * What it costs each member to take a slot, smaller is better: weighted rendezvous in integers.
 *
 * <p>A pair's key is its cost times 2^16 plus the member's index: keys of one slot order its
 * members, ties by index.
 *
 * <p>Source: D. Thaler, C. Ravishankar, "Using Name-Based Mappings to Increase Hit Rates", 1998;
 * for weights C. Schindelhauer, G. Schomaker, "Weighted Distributed Hash Tables", SPAA 2005.
 */
final class PairCosts {
  /** How far a cost stands above the member in a key. */
  static final int MEMBER_BITS = 16;

  /** The bits of the member in a key. */
  static final long MEMBER = (1L << MEMBER_BITS) - 1;

  private static final int EQUAL_SHIFT = 17;

  private final long[] numbers;
  private final int[] weights;
  private final boolean equal;

  private PairCosts(long[] numbers, int[] weights, boolean equal) {
    this.numbers = numbers;
    this.weights = weights;
    this.equal = equal;
  }

  /** Returns the costs of members that are sorted by id. */
  static PairCosts of(List<Member> members, long seed) {
    long[] numbers = new long[members.size()];
    int[] weights = new int[members.size()];
    boolean equal = true;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Mixing.ofId(members.get(i).id(), seed);
      weights[i] = members.get(i).weight();
      equal &= weights[i] == weights[0];
    }
    return new PairCosts(numbers, weights, equal);
  }

  /** Returns how many members there are. */
  int size() {
    return numbers.length;
  }

  /** Tells whether all weights are equal. */
  boolean equal() {
    return equal;
  }

  /** Returns the number of a member. */
  long number(int member) {
    return numbers[member];
  }

  /** Returns the weight of a member. */
  int weight(int member) {
    return weights[member];
  }

  /** Returns the key of a member for what has this number. */
  long key(long placed, int member) {
    long z = Mixing.pair(placed, numbers[member]);
    return equal ? equalKey(z, member) : weightedKey(z, weights[member], member);
  }

  /** Returns the key of a pair whose weights do not matter. */
  static long equalKey(long z, int member) {
    return (~z >>> EQUAL_SHIFT) << MEMBER_BITS | member;
  }

  /** Returns the key of a pair among unequal weights. */
  static long weightedKey(long z, int weight, int member) {
    double x = ((z >>> 12) + 0.5) * 0x1p-52;
    long bits = Double.doubleToRawLongBits(-Logarithm.ln(x) / weight);
    return (bits >>> MEMBER_BITS) << MEMBER_BITS | member;
  }

  /** Returns the least pair number that a key can come from: a greater cost comes from a less. */
  static long leastNumber(long key) {
    return -(((key >>> MEMBER_BITS) + 1) << EQUAL_SHIFT);
  }

  /** Returns the cost that a key among unequal weights is below. */
  static double costAbove(long key) {
    return Double.longBitsToDouble(((key >>> MEMBER_BITS) + 1) << MEMBER_BITS);
  }
}
