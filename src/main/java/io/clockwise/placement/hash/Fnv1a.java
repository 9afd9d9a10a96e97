package io.clockwise.placement.hash;

/**
 * FNV-1a with 32 and 64 bits; a hash can be continued with more bytes.
 *
 * <p>Source: G. Fowler et al., RFC 9923.
 */
public final class Fnv1a {
  /** The 32-bit hash of no bytes. */
  public static final int EMPTY_32 = 0x811c9dc5;

  /** The 64-bit hash of no bytes. */
  public static final long EMPTY_64 = 0xcbf29ce484222325L;

  private static final int PRIME_32 = 16_777_619;
  private static final long PRIME_64 = 0x100000001b3L;

  private Fnv1a() {}

  /** Hashes these bytes to 32 bits, widened with zeros. */
  public static long hash32(byte[] bytes, int offset, int length) {
    return continue32(EMPTY_32, bytes, offset, length) & 0xffffffffL;
  }

  /** Hashes these bytes to 64 bits. */
  public static long hash64(byte[] bytes, int offset, int length) {
    return continue64(EMPTY_64, bytes, offset, length);
  }

  /** Returns the 32-bit hash of what was hashed before followed by these bytes. */
  public static int continue32(int before, byte[] bytes, int offset, int length) {
    int hash = before;
    for (int i = offset; i < offset + length; i++) {
      hash = (hash ^ (bytes[i] & 0xff)) * PRIME_32;
    }
    return hash;
  }

  /** Returns the 64-bit hash of what was hashed before followed by these bytes. */
  public static long continue64(long before, byte[] bytes, int offset, int length) {
    long hash = before;
    for (int i = offset; i < offset + length; i++) {
      hash = (hash ^ (bytes[i] & 0xff)) * PRIME_64;
    }
    return hash;
  }
}
