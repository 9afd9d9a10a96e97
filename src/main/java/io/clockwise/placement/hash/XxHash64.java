package io.clockwise.placement.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * xxHash64.
 *
 * <p>Source: Y. Collet, "xxHash fast digest algorithm", specification 0.1.1.
 */
public final class XxHash64 {
  static final long P1 = 0x9e3779b185ebca87L;
  static final long P2 = 0xc2b2ae3d27d4eb4fL;
  static final long P3 = 0x165667b19e3779f9L;
  static final long P4 = 0x85ebca77c2b2ae63L;
  static final long P5 = 0x27d4eb2f165667c5L;
  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private XxHash64() {}

  /** Hashes these bytes with seed 0. */
  public static long hash(byte[] bytes, int offset, int length) {
    return hash(bytes, offset, length, 0);
  }

  /** Hashes these bytes with a seed. */
  public static long hash(byte[] bytes, int offset, int length, long seed) {
    int at = offset;
    int end = offset + length;
    long hash;
    if (length >= 32) {
      long a = seed + P1 + P2;
      long b = seed + P2;
      long c = seed;
      long d = seed - P1;
      for (; at <= end - 32; at += 32) {
        a = round(a, (long) LONGS.get(bytes, at));
        b = round(b, (long) LONGS.get(bytes, at + 8));
        c = round(c, (long) LONGS.get(bytes, at + 16));
        d = round(d, (long) LONGS.get(bytes, at + 24));
      }
      hash = merge(a, b, c, d);
    } else {
      hash = seed + P5;
    }
    return finish(tail(hash + length, bytes, at, end));
  }

  private static long tail(long begun, byte[] bytes, int from, int end) {
    long hash = begun;
    int at = from;
    for (; at <= end - 8; at += 8) {
      hash ^= round(0, (long) LONGS.get(bytes, at));
      hash = Long.rotateLeft(hash, 27) * P1 + P4;
    }
    if (at <= end - 4) {
      hash ^= ((int) INTS.get(bytes, at) & 0xffffffffL) * P1;
      hash = Long.rotateLeft(hash, 23) * P2 + P3;
      at += 4;
    }
    for (; at < end; at++) {
      hash ^= (bytes[at] & 0xff) * P5;
      hash = Long.rotateLeft(hash, 11) * P1;
    }
    return hash;
  }

  static long round(long lane, long word) {
    return Long.rotateLeft(lane + word * P2, 31) * P1;
  }

  /** Returns the hash of four lanes. */
  static long merge(long a, long b, long c, long d) {
    long hash =
        Long.rotateLeft(a, 1)
            + Long.rotateLeft(b, 7)
            + Long.rotateLeft(c, 12)
            + Long.rotateLeft(d, 18);
    return merge(merge(merge(merge(hash, a), b), c), d);
  }

  private static long merge(long hash, long lane) {
    return (hash ^ round(0, lane)) * P1 + P4;
  }

  static long finish(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * P2;
    mixed = (mixed ^ (mixed >>> 29)) * P3;
    return mixed ^ (mixed >>> 32);
  }
}
