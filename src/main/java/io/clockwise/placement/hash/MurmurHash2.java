package io.clockwise.placement.hash;

/**
 * MurmurHash2-64A with the seed of Envoy and of the C++ standard library, 0xc70f6907.
 *
 * <p>Source: A. Appleby, SMHasher.
 */
public final class MurmurHash2 {
  private static final long SEED = 0xc70f6907L;
  private static final long M = 0xc6a4a7935bd1e995L;

  private MurmurHash2() {}

  /** Hashes these bytes. */
  public static long hash(byte[] bytes, int offset, int length) {
    long hash = SEED ^ (length * M);
    int at = offset;
    int end = offset + length;
    for (; at <= end - 8; at += 8) {
      long word = littleEndian(bytes, at, 8) * M;
      hash = (hash ^ ((word ^ (word >>> 47)) * M)) * M;
    }
    if (at < end) {
      hash = (hash ^ littleEndian(bytes, at, end - at)) * M;
    }
    hash = (hash ^ (hash >>> 47)) * M;
    return hash ^ (hash >>> 47);
  }

  private static long littleEndian(byte[] bytes, int from, int count) {
    long word = 0;
    for (int i = count - 1; i >= 0; i--) {
      word = (word << 8) | (bytes[from + i] & 0xff);
    }
    return word;
  }
}
