package io.clockwise.placement.hash;

/**
 * MD5, only to place keys as others do; the JDK's is an object with state, this one allocates
 * nothing unless asked for the whole digest.
 *
 * <p>Source: R. Rivest, RFC 1321.
 */
public final class Md5 {
  private static final int[] SHIFTS = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
  private static final int[] SINES = sines();
  private static final int BLOCK = 64;

  private Md5() {}

  private static int[] sines() {
    int[] sines = new int[BLOCK];
    for (int i = 0; i < sines.length; i++) {
      sines[i] = (int) (long) Math.floor(StrictMath.abs(StrictMath.sin(i + 1.0)) * 0x1p32);
    }
    return sines;
  }

  /** Returns the first eight bytes of the digest, least significant first. */
  public static long first8(byte[] bytes, int offset, int length) {
    return words(bytes, offset, length, 0);
  }

  /** Returns the exclusive or of the digest's two halves, least significant byte first. */
  public static long folded8(byte[] bytes, int offset, int length) {
    return words(bytes, offset, length, -1);
  }

  /** Returns the first half of the digest, exclusive or with the second as far as the mask says. */
  private static long words(byte[] bytes, int offset, int length, int mask) {
    int a = 0x67452301;
    int b = 0xefcdab89;
    int c = 0x98badcfe;
    int d = 0x10325476;
    int blocks = (length + 8) / BLOCK + 1;
    for (int block = 0; block < blocks; block++) {
      int a0 = a;
      int b0 = b;
      int c0 = c;
      int d0 = d;
      for (int i = 0; i < BLOCK; i++) {
        int sum = a + mixed(i, b, c, d) + SINES[i];
        sum += word(bytes, offset, length, block * 16 + index(i));
        a = d;
        d = c;
        c = b;
        b += Integer.rotateLeft(sum, SHIFTS[(i >> 4) * 4 + (i & 3)]);
      }
      a += a0;
      b += b0;
      c += c0;
      d += d0;
    }
    return ((a ^ (c & mask)) & 0xffffffffL) | ((long) (b ^ (d & mask)) << 32);
  }

  private static int mixed(int step, int b, int c, int d) {
    return switch (step >> 4) {
      case 0 -> (b & c) | (~b & d);
      case 1 -> (d & b) | (~d & c);
      case 2 -> b ^ c ^ d;
      default -> c ^ (b | ~d);
    };
  }

  private static int index(int step) {
    return switch (step >> 4) {
      case 0 -> step;
      case 1 -> (5 * step + 1) & 15;
      case 2 -> (3 * step + 5) & 15;
      default -> (7 * step) & 15;
    };
  }

  /** Returns a word of the message with its padding. */
  private static int word(byte[] bytes, int offset, int length, int word) {
    int from = 4 * word;
    int last = (length + 8) / BLOCK * 16 + 15;
    if (word >= last - 1) {
      return word == last ? length >>> 29 : length << 3;
    }
    int value = 0;
    for (int i = 3; i >= 0; i--) {
      int at = from + i;
      int one = at < length ? bytes[offset + at] & 0xff : at == length ? 0x80 : 0;
      value = (value << 8) | one;
    }
    return value;
  }
}
