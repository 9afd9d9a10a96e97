package io.clockwise.placement.hash;

/**
 * The hash functions of HAProxy for keys, 32 bits widened with zeros, and the mixing step that may
 * follow them.
 *
 * <p>Source: HAProxy's configuration manual, {@code hash-type}; the mixing step is B. Jenkins'
 * "half avalanche" integer hash with a multiplication behind it.
 */
public final class HaproxyHashes {
  private HaproxyHashes() {}

  /** Hashes by {@code sdbm}: h * 65599 + byte, from 0. */
  public static long sdbm(byte[] bytes, int offset, int length) {
    int hash = 0;
    for (int i = offset; i < offset + length; i++) {
      hash = hash * 65_599 + (bytes[i] & 0xff);
    }
    return hash & 0xffffffffL;
  }

  /** Hashes by {@code djb2}: h * 33 + byte, from 5381. */
  public static long djb2(byte[] bytes, int offset, int length) {
    int hash = 5381;
    for (int i = offset; i < offset + length; i++) {
      hash = hash * 33 + (bytes[i] & 0xff);
    }
    return hash & 0xffffffffL;
  }

  /** Hashes by {@code wt6}: two words that change places after each byte, turned by each other. */
  public static long wt6(byte[] bytes, int offset, int length) {
    int one = 0xa53c965a;
    int two = 0x5ca6953a;
    int turnOne = 6;
    int turnTwo = 18;
    for (int i = offset; i < offset + length; i++) {
      int value = bytes[i] & 0xff;
      int oldOne = ~(one ^ value);
      int oldTwo = ~(two + value);
      one = Integer.rotateLeft(oldTwo, turnOne);
      two = Integer.rotateLeft(oldOne, turnTwo);
      int turns = ((one >>> 16) ^ two) & 0xffff;
      turnOne = turns & 31;
      turnTwo = turns >>> 11;
    }
    return (one ^ two) & 0xffffffffL;
  }

  /**
   * Reads the bytes as {@code none} does: a sign or not, decimal digits up to the first other
   * character, the low 32 bits of that number; 0 without digits.
   */
  public static long decimal(byte[] bytes, int offset, int length) {
    int end = offset + length;
    int at = offset;
    boolean negative = length > 0 && bytes[offset] == '-';
    if (negative || (length > 0 && bytes[offset] == '+')) {
      at++;
    }
    int value = 0;
    for (; at < end && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
      value = value * 10 + (bytes[at] - '0');
    }
    return (negative ? -value : value) & 0xffffffffL;
  }

  /** Mixes a word so that each bit of it changes many of the result. */
  public static int avalanche(int word) {
    int a = (word + 0x7ed55d16) + (word << 12);
    a = (a ^ 0xc761c23c) ^ (a >>> 19);
    a = (a + 0x165667b1) + (a << 5);
    a = (a + 0xd3a2646c) ^ (a << 9);
    a = (a + 0xfd7046c5) + (a << 3);
    a = (a ^ 0xb55a4f09) ^ (a >>> 16);
    return a * (int) 3_221_225_473L;
  }
}
