package io.clockwise.placement.hash;

import static io.clockwise.placement.hash.XxHash64.P1;
import static io.clockwise.placement.hash.XxHash64.P2;
import static io.clockwise.placement.hash.XxHash64.P3;
import static io.clockwise.placement.hash.XxHash64.P4;
import static io.clockwise.placement.hash.XxHash64.P5;
import static io.clockwise.placement.hash.XxHash64.round;

/** xxHash64 of two ranges of bytes as if one followed the other; copies and allocates nothing. */
public final class XxHash64Joined {
  private XxHash64Joined() {}

  /** Hashes all of the head followed by these bytes, with seed 0. */
  public static long hash(byte[] head, byte[] bytes, int offset, int length) {
    int shift = offset - head.length;
    int end = head.length + length;
    int at = 0;
    long hash = P5;
    if (end >= 32) {
      long c = 0; // the seed
      long a = c + P1 + P2;
      long b = c + P2;
      long d = c - P1;
      for (; at <= end - 32; at += 32) {
        a = round(a, word(head, bytes, shift, at));
        b = round(b, word(head, bytes, shift, at + 8));
        c = round(c, word(head, bytes, shift, at + 16));
        d = round(d, word(head, bytes, shift, at + 24));
      }
      hash = XxHash64.merge(a, b, c, d);
    }
    hash += end;
    for (; at <= end - 8; at += 8) {
      hash ^= round(0, word(head, bytes, shift, at));
      hash = Long.rotateLeft(hash, 27) * P1 + P4;
    }
    if (at <= end - 4) {
      hash ^= assembled(head, bytes, shift, at, 4) * P1;
      hash = Long.rotateLeft(hash, 23) * P2 + P3;
      at += 4;
    }
    for (; at < end; at++) {
      hash ^= assembled(head, bytes, shift, at, 1) * P5;
      hash = Long.rotateLeft(hash, 11) * P1;
    }
    return XxHash64.finish(hash);
  }

  /** Returns eight bytes of the whole, least significant first; most words lie in one range. */
  private static long word(byte[] head, byte[] bytes, int shift, int at) {
    if (at >= head.length) {
      return (long) XxHash64.LONGS.get(bytes, at + shift);
    }
    if (at <= head.length - 8) {
      return (long) XxHash64.LONGS.get(head, at);
    }
    return assembled(head, bytes, shift, at, 8);
  }

  private static long assembled(byte[] head, byte[] bytes, int shift, int from, int count) {
    long word = 0;
    for (int at = from + count - 1; at >= from; at--) {
      word = word << 8 | (at < head.length ? head[at] : bytes[at + shift]) & 0xff;
    }
    return word;
  }
}
