package io.clockwise.placement.hash;

/** CRC-16/XMODEM: polynomial 0x1021, begun with 0, not reflected. */
public final class Crc16 {
  private static final char[] TABLE = table();

  private Crc16() {}

  private static char[] table() {
    char[] table = new char[256];
    for (int i = 0; i < table.length; i++) {
      int sum = i << 8;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        sum = (sum << 1) ^ ((sum >>> 15 & 1) * 0x1021);
      }
      table[i] = (char) sum;
    }
    return table;
  }

  /** Hashes these bytes, widened with zeros. */
  public static long hash(byte[] bytes, int offset, int length) {
    int sum = 0;
    for (int i = offset; i < offset + length; i++) {
      sum = (sum << 8 ^ TABLE[(sum >>> 8 ^ bytes[i]) & 0xff]) & 0xffff;
    }
    return sum;
  }
}
