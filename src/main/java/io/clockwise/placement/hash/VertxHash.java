package io.clockwise.placement.hash;

/**
 * The hash of the consistent-hashing load balancer of Vert.x 5, compared signed.
 *
 * <p>Source: vertx-core 5.0.7.
 */
public final class VertxHash {
  /*
   * The digest's halves are folded into eight bytes, x_0 to x_7, and put together with "or", each
   * widened with its sign: a negative byte sets every bit above it. So what counts is the last
   * negative byte, x_j: all bytes before it become ff. Half of all strings have j = 7 and fall on
   * 128 values.
   *
   * In signed order come the hashes with j = 0, then those with j = 1 and so on, last those without
   * a negative byte. Each hash with j stands for 256^j folded digests, all hashes with j together
   * for 2^(56 + j), those without for 2^56. That is what position() adds up.
   */
  private static final long HIGH_BITS = 0x8080808080808080L;

  private VertxHash() {}

  /** Hashes these bytes. */
  public static long hash(byte[] bytes, int offset, int length) {
    long folded = Md5.folded8(bytes, offset, length);
    long hash = 0;
    for (int shift = 56; shift >= 0; shift -= Byte.SIZE) {
      hash |= (long) (byte) folded << shift;
      folded >>>= Byte.SIZE;
    }
    return hash;
  }

  /**
   * Returns where a hash stands among all, unsigned: the order is that of the hashes, and strings
   * are spread evenly over the positions. It is the number of folded digests whose hash is not
   * greater, less one.
   *
   * @param hash a value that {@link #hash} can return
   */
  public static long position(long hash) {
    if (hash >= 0) {
      return (-1L << 56) + sevenBits(hash);
    }
    int last = 7 - Long.numberOfTrailingZeros(hash & HIGH_BITS) / Byte.SIZE;
    long before = ((1L << last) - 1) << 56;
    long number = sevenBits(hash & (-1L >>> (Byte.SIZE * last)));
    return before + ((number + 1) << (Byte.SIZE * last)) - 1;
  }

  /** Returns the number whose digits to the base 128 are the bytes without their high bits. */
  private static long sevenBits(long bytes) {
    long number = 0;
    for (int shift = 56; shift >= 0; shift -= Byte.SIZE) {
      number = number << 7 | bytes >>> shift & 0x7f;
    }
    return number;
  }
}
