package io.clockwise.model.placement;

import java.util.Arrays;

/**
 * A routing key as a lookup needs it: the hash by which a placement knows it and, for the rules
 * that read them again for each candidate, its bytes. Reusable: an event loop has one for all its
 * requests and {@link #kept copies} it for those that go on.
 */
public final class RoutingKey {
  private static final byte[] NONE = {};

  private byte[] bytes = NONE;
  private int offset;
  private int length;
  private long hash;

  /** Returns a key of which only the hash is known; not for placements that read the bytes. */
  public static RoutingKey ofHash(long hash) {
    return new RoutingKey().setHash(hash);
  }

  /** Makes this the key in these bytes, which are not copied, with this hash. */
  public RoutingKey set(byte[] key, int from, int size, long keyHash) {
    bytes = key;
    offset = from;
    length = size;
    hash = keyHash;
    return this;
  }

  /** Makes this a key of which only the hash is known. */
  public RoutingKey setHash(long value) {
    bytes = NONE;
    offset = 0;
    length = 0;
    hash = value;
    return this;
  }

  /**
   * Returns a copy that stays as it is.
   *
   * @param withBytes whether lookups will read the bytes
   */
  public RoutingKey kept(boolean withBytes) {
    RoutingKey copy = new RoutingKey();
    copy.hash = hash;
    if (withBytes) {
      copy.bytes = Arrays.copyOfRange(bytes, offset, offset + length);
      copy.length = length;
    }
    return copy;
  }

  /**
   * Makes another one a copy that stays as it is; it must have been made by nothing but this.
   *
   * @param withBytes whether lookups will read the bytes
   */
  public void keepIn(RoutingKey copy, boolean withBytes) {
    copy.hash = hash;
    copy.offset = 0;
    copy.length = withBytes ? length : 0;
    if (copy.length > copy.bytes.length) {
      copy.bytes = new byte[Math.max(copy.length, 2 * copy.bytes.length)];
    }
    System.arraycopy(bytes, offset, copy.bytes, 0, copy.length);
  }

  /** Returns the hash. */
  public long hash() {
    return hash;
  }

  /** Returns the array in which the bytes stand. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns where in the array the bytes begin. */
  public int offset() {
    return offset;
  }

  /** Returns how many bytes there are. */
  public int length() {
    return length;
  }
}
