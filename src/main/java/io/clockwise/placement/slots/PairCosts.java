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
  private static final double MARGIN = 1 + 1e-9;

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
    long bits = Double.doubleToRawLongBits(-Logarithm.ln(unit(z)) / weight);
    return (bits >>> MEMBER_BITS) << MEMBER_BITS | member;
  }

  /** Tells whether a member's key is less than another's; mostly without a logarithm. */
  boolean less(long placed, int member, int other) {
    return less(member, pair(placed, member), other, pair(placed, other));
  }

  /** Returns the number of a pair. */
  long pair(long placed, int member) {
    return Mixing.pair(placed, numbers[member]);
  }

  /** Tells the same of two pairs whose numbers are known. */
  boolean less(int member, long z, int other, long y) {
    if (equal) {
      return equalKey(z, member) < equalKey(y, other);
    }
    if (surelyGreater(z, weights[member], y, weights[other])) {
      return false;
    }
    return surelyGreater(y, weights[other], z, weights[member])
        || weightedKey(z, weights[member], member) < weightedKey(y, weights[other], other);
  }

  /**
   * Tells that the cost of one pair is greater than another's, by 2 (1 - x) / (1 + x) < -ln x < (1
   * - x) (1 + x) / 2 x. When it cannot tell it says no.
   */
  static boolean surelyGreater(long z, int weight, long otherZ, int otherWeight) {
    double x = unit(z);
    double y = unit(otherZ);
    return 4 * (1 - x) * y * otherWeight > (1 - y) * (1 + y) * (1 + x) * weight * MARGIN;
  }

  /** Returns the x between 0 and 1 of a pair number. */
  static double unit(long z) {
    return ((z >>> 12) + 0.5) * 0x1p-52;
  }

  /** Returns the least pair number that a key can come from: a greater cost comes from a less. */
  static long leastNumber(long key) {
    return -(((key >>> MEMBER_BITS) + 1) << EQUAL_SHIFT);
  }
}
