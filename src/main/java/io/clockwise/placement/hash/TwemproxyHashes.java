package io.clockwise.placement.hash;

/**
 * The hash functions of twemproxy for keys that are not the published ones, 32 bits widened with
 * zeros. Those marked signed widen a byte of 0x80 or above with ones, as its {@code char} does.
 *
 * <p>Source: twemproxy 0.5.0, {@code hash:} of its configuration; {@code one_at_a_time} is that of
 * libmemcached too.
 */
public final class TwemproxyHashes {
  private static final int FNV_BASIS_32 = 0x811c9dc5;
  private static final int FNV_PRIME_32 = 16_777_619;
  private static final int FNV_BASIS_64_LOW = 0x84222325;
  private static final int FNV_PRIME_64_LOW = 0x1b3;
  private static final int MURMUR_M = 0x5bd1e995;
  private static final int MURMUR_R = 24;
  private static final int[] CRC16 = crc16Table();

  private TwemproxyHashes() {}

  private static int[] crc16Table() {
    int[] table = new int[256];
    for (int i = 0; i < table.length; i++) {
      int sum = i << 8;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        sum = (sum << 1) ^ ((sum >>> 15 & 1) * 0x1021);
      }
      table[i] = sum & 0xffff;
    }
    return table;
  }

  private static long widened(int hash) {
    return hash & 0xffffffffL;
  }

  /** Hashes by {@code fnv1a_64}, signed: FNV-1a with the low words of the 64-bit constants. */
  public static long fnv1a64(byte[] bytes, int offset, int length) {
    int hash = FNV_BASIS_64_LOW;
    for (int i = offset; i < offset + length; i++) {
      hash = (hash ^ bytes[i]) * FNV_PRIME_64_LOW;
    }
    return widened(hash);
  }

  /** Hashes by {@code fnv1_64}, signed: the low word of the 64-bit FNV-1. */
  public static long fnv164(byte[] bytes, int offset, int length) {
    // The low word of a product and of an exclusive or depends on low words alone.
    int hash = FNV_BASIS_64_LOW;
    for (int i = offset; i < offset + length; i++) {
      hash = (hash * FNV_PRIME_64_LOW) ^ bytes[i];
    }
    return widened(hash);
  }

  /** Hashes by {@code fnv1a_32}, signed. */
  public static long fnv1a32(byte[] bytes, int offset, int length) {
    int hash = FNV_BASIS_32;
    for (int i = offset; i < offset + length; i++) {
      hash = (hash ^ bytes[i]) * FNV_PRIME_32;
    }
    return widened(hash);
  }

  /** Hashes by {@code fnv1_32}, signed. */
  public static long fnv132(byte[] bytes, int offset, int length) {
    int hash = FNV_BASIS_32;
    for (int i = offset; i < offset + length; i++) {
      hash = (hash * FNV_PRIME_32) ^ bytes[i];
    }
    return widened(hash);
  }

  /** Hashes by {@code one_at_a_time}, signed (B. Jenkins). */
  public static long oneAtATime(byte[] bytes, int offset, int length) {
    int hash = 0;
    for (int i = offset; i < offset + length; i++) {
      hash += bytes[i];
      hash += hash << 10;
      hash ^= hash >>> 6;
    }
    hash += hash << 3;
    hash ^= hash >>> 11;
    hash += hash << 15;
    return widened(hash);
  }

  /** Hashes by {@code crc32}: 15 bits of the CRC-32, from bit 16 up. */
  public static long crc32(byte[] bytes, int offset, int length) {
    return (Crc32.hash(bytes, offset, length) >>> 16) & 0x7fff;
  }

  /** Hashes by {@code crc16}: CRC-16/XMODEM in a word that is never cut to 16 bits. */
  public static long crc16(byte[] bytes, int offset, int length) {
    int sum = 0;
    for (int i = offset; i < offset + length; i++) {
      sum = (sum << 8) ^ CRC16[((sum >>> 8) ^ bytes[i]) & 0xff];
    }
    return widened(sum);
  }

  /** Hashes by {@code murmur}: MurmurHash2 with 32 bits (A. Appleby), seeded by the length. */
  public static long murmur(byte[] bytes, int offset, int length) {
    int hash = (0xdeadbeef * length) ^ length;
    int at = offset;
    int end = offset + length;
    for (; at <= end - 4; at += 4) {
      int word = littleEndian(bytes, at, 4) * MURMUR_M;
      hash = (hash * MURMUR_M) ^ ((word ^ (word >>> MURMUR_R)) * MURMUR_M);
    }
    if (at < end) {
      hash = (hash ^ littleEndian(bytes, at, end - at)) * MURMUR_M;
    }
    hash = (hash ^ (hash >>> 13)) * MURMUR_M;
    return widened(hash ^ (hash >>> 15));
  }

  private static int littleEndian(byte[] bytes, int from, int count) {
    int word = 0;
    for (int i = count - 1; i >= 0; i--) {
      word = (word << 8) | (bytes[from + i] & 0xff);
    }
    return word;
  }
}
