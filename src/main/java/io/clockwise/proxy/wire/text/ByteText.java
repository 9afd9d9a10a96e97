package io.clockwise.proxy.wire.text;

import java.nio.charset.StandardCharsets;

/**
 * A view of bytes as a text, each byte as the character of its number (Latin-1). Used for one part
 * of one array after the other: nothing of it may be kept.
 */
public final class ByteText implements CharSequence {
  private byte[] bytes = {};
  private int from;
  private int length;

  /** Makes one of an empty text. */
  public ByteText() {}

  /** Makes this the view of a part of an array. */
  public ByteText set(byte[] of, int start, int end) {
    bytes = of;
    from = start;
    length = end - start;
    return this;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public char charAt(int index) {
    return (char) (bytes[from + index] & 0xff);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return new String(bytes, from + start, end - start, StandardCharsets.ISO_8859_1);
  }

  @Override
  public String toString() {
    return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
  }
}
