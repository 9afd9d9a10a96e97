package io.clockwise.placement.slots;

/**
 * How a slot's four members stand in one long: the owner, or the best, in the lowest 16 bits, then
 * the others by cost; {@value #NOBODY} where there is nobody.
 */
final class SlotTable {
  /** Stands for nobody. */
  static final int NOBODY = 0xffff;

  /** Members of an entry. */
  static final int RANKS = 4;

  private static final int BITS = 16;

  private SlotTable() {}

  /** Returns the entry of four keys, {@link Long#MAX_VALUE} standing for nobody. */
  static long entry(long first, long second, long third, long fourth) {
    return member(first)
        | member(second) << BITS
        | member(third) << 2 * BITS
        | member(fourth) << 3 * BITS;
  }

  private static long member(long key) {
    return key & NOBODY; // all ones for nobody
  }

  /** Returns the member of a rank, or {@link #NOBODY}. */
  static int member(long entry, int rank) {
    return (int) (entry >>> (rank * BITS)) & NOBODY;
  }

  /** Returns the entry with this member in front, the others behind it in their order. */
  static long withOwner(long entry, int owner) {
    int rank = 0;
    while (rank < RANKS - 1 && member(entry, rank) != owner) {
      rank++;
    }
    int upTo = rank * BITS;
    long before = entry & ((1L << upTo) - 1);
    long behind = rank == RANKS - 1 ? 0 : entry >>> (upTo + BITS) << (upTo + BITS);
    return owner | before << BITS | behind;
  }
}
