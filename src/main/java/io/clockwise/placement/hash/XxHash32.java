package io.clockwise.placement.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * xxHash32.
 *
 * <p>Source: Y. Collet, "xxHash fast digest algorithm", specification 0.1.1.
 */
public final class XxHash32 {
  private static final int P1 = 0x9e3779b1;
  private static final int P2 = 0x85ebca77;
  private static final int P3 = 0xc2b2ae3d;
  private static final int P4 = 0x27d4eb2f;
  private static final int P5 = 0x165667b1;
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private XxHash32() {}

  /** Hashes these bytes with seed 0, widened with zeros. */
  public static long hash(byte[] bytes, int offset, int length) {
    return hash(bytes, offset, length, 0) & 0xffffffffL;
  }

  /** Hashes these bytes with a seed. */
  public static int hash(byte[] bytes, int offset, int length, int seed) {
    int at = offset;
    int end = offset + length;
    int hash;
    if (length >= 16) {
      int a = seed + P1 + P2;
      int b = seed + P2;
      int c = seed;
      int d = seed - P1;
      for (; at <= end - 16; at += 16) {
        a = round(a, (int) INTS.get(bytes, at));
        b = round(b, (int) INTS.get(bytes, at + 4));
        c = round(c, (int) INTS.get(bytes, at + 8));
        d = round(d, (int) INTS.get(bytes, at + 12));
      }
      hash =
          Integer.rotateLeft(a, 1)
              + Integer.rotateLeft(b, 7)
              + Integer.rotateLeft(c, 12)
              + Integer.rotateLeft(d, 18);
    } else {
      hash = seed + P5;
    }
    return finish(tail(hash + length, bytes, at, end));
  }

  private static int round(int lane, int word) {
    return Integer.rotateLeft(lane + word * P2, 13) * P1;
  }

  private static int tail(int begun, byte[] bytes, int from, int end) {
    int hash = begun;
    int at = from;
    for (; at <= end - 4; at += 4) {
      hash = Integer.rotateLeft(hash + (int) INTS.get(bytes, at) * P3, 17) * P4;
    }
    for (; at < end; at++) {
      hash = Integer.rotateLeft(hash + (bytes[at] & 0xff) * P5, 11) * P1;
    }
    return hash;
  }

  private static int finish(int hash) {
    int mixed = (hash ^ (hash >>> 15)) * P2;
    mixed = (mixed ^ (mixed >>> 13)) * P3;
    return mixed ^ (mixed >>> 16);
  }
}
