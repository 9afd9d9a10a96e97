package io.clockwise.placement.compat.ketama;

import io.clockwise.placement.hash.ByteHash;
import java.nio.charset.StandardCharsets;

/**
 * twemproxy's {@code hash_tag}: of a key with the first character and behind it the second, at
 * least one byte apart, only what is between the first such two is hashed. The empty key hashes to
 * 0.
 */
final class TaggedHash implements ByteHash {
  private final byte opening;
  private final byte closing;
  private final ByteHash function;

  /**
   * Makes the hash of a tag.
   *
   * @param tag two ASCII characters
   */
  TaggedHash(String tag, ByteHash function) {
    byte[] bytes = tag.getBytes(StandardCharsets.UTF_8);
    this.opening = bytes[0];
    this.closing = bytes[1];
    this.function = function;
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    int end = offset + length;
    int from = indexOf(bytes, offset, end, opening) + 1;
    int to = indexOf(bytes, from, end, closing);
    if (to < end && to > from) {
      return function.hash(bytes, from, to - from);
    }
    return length == 0 ? 0 : function.hash(bytes, offset, length);
  }

  private static int indexOf(byte[] bytes, int from, int to, byte wanted) {
    int at = from;
    while (at < to && bytes[at] != wanted) {
      at++;
    }
    return at;
  }
}
