package io.clockwise.placement.bound;

/**
 * MT19937 with 32 bits, as {@code std::mt19937}; not for secrets.
 *
 * <p>Source: M. Matsumoto, T. Nishimura, "Mersenne Twister", ACM TOMACS 8 (1998).
 */
final class MersenneTwister {
  private static final int WORDS = 624;
  private static final int SHIFT = 397;

  private final int[] state = new int[WORDS];
  private int at;

  /** Begins the sequence of a seed. */
  void seed(int seed) {
    state[0] = seed;
    for (int i = 1; i < WORDS; i++) {
      state[i] = 1_812_433_253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
    }
    at = 0;
  }

  /** Returns the next 32 bits. */
  int next() {
    // A word is renewed when it is due, not all of them at once: most callers want few.
    int following = at + 1 == WORDS ? 0 : at + 1;
    int far = at + SHIFT < WORDS ? at + SHIFT : at + SHIFT - WORDS;
    int joined = (state[at] & 0x80000000) | (state[following] & 0x7fffffff);
    state[at] = state[far] ^ (joined >>> 1) ^ ((joined & 1) * 0x9908b0df);
    int word = state[at];
    at = following;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return word ^ (word >>> 18);
  }

  /** Returns an even number of 0 to bound - 1: the upper part of words, too large ones left out. */
  int below(int bound) {
    long width = (1L << Integer.SIZE) / bound;
    long drawn = bound;
    while (drawn >= bound) {
      drawn = (next() & 0xffffffffL) / width;
    }
    return (int) drawn;
  }
}
