package io.clockwise.placement.measure;

/**
 * Amounts by who had them and who has them: lengths of key space, modulo 2^64, or counts of keys.
 */
final class Tally {
  private static final int FIRST_SIZE = 64;

  /** Receives the amount of one pair. */
  interface Visitor {
    /** Takes the amount that went from one holder to another, or stayed. */
    void visit(int from, int to, long amount);
  }

  private long[] pairs = new long[FIRST_SIZE]; // pair + 1; 0: free
  private long[] amounts = new long[FIRST_SIZE];
  private int size;

  /**
   * Adds an amount to a pair.
   *
   * @param from a number of the holder, 0 and up
   * @param to the same number when the amount stays
   */
  void add(int from, int to, long amount) {
    int at = find(((long) from << 32 | to) + 1);
    amounts[at] += amount;
    if (2 * size > pairs.length) {
      grow();
    }
  }

  private int find(long pair) {
    long mixed = pair * 0x9e3779b97f4a7c15L;
    int at = (int) (mixed >>> 32) & (pairs.length - 1);
    while (pairs[at] != pair) {
      if (pairs[at] == 0) {
        pairs[at] = pair;
        size++;
        break;
      }
      at = (at + 1) & (pairs.length - 1);
    }
    return at;
  }

  private void grow() {
    long[] oldPairs = pairs;
    long[] oldAmounts = amounts;
    pairs = new long[2 * oldPairs.length];
    amounts = new long[pairs.length];
    size = 0;
    for (int i = 0; i < oldPairs.length; i++) {
      if (oldPairs[i] != 0) {
        amounts[find(oldPairs[i])] = oldAmounts[i];
      }
    }
  }

  /** Visits every pair that an amount was added to. */
  void forEach(Visitor visitor) {
    for (int i = 0; i < pairs.length; i++) {
      if (pairs[i] != 0) {
        long pair = pairs[i] - 1;
        visitor.visit((int) (pair >>> 32), (int) pair, amounts[i]);
      }
    }
  }
}
