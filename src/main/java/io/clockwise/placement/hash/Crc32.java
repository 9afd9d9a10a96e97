package io.clockwise.placement.hash;

/**
 * CRC-32 (IEEE 802.3, reflected); a sum can be continued with more bytes. The JDK's is an object
 * with state, this one allocates nothing.
 */
public final class Crc32 {
  private static final int[] TABLE = table();

  private Crc32() {}

  private static int[] table() {
    int[] table = new int[256];
    for (int i = 0; i < table.length; i++) {
      int sum = i;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        sum = (sum >>> 1) ^ ((sum & 1) * 0xedb88320);
      }
      table[i] = sum;
    }
    return table;
  }

  /** Hashes these bytes, widened with zeros. */
  public static long hash(byte[] bytes, int offset, int length) {
    return resume(0, bytes, offset, length) & 0xffffffffL;
  }

  /**
   * Returns the sum of what was summed before followed by these bytes.
   *
   * @param before the sum so far; 0: of no bytes
   */
  public static int resume(int before, byte[] bytes, int offset, int length) {
    int sum = ~before;
    for (int i = offset; i < offset + length; i++) {
      sum = (sum >>> 8) ^ TABLE[(sum ^ bytes[i]) & 0xff];
    }
    return ~sum;
  }
}
