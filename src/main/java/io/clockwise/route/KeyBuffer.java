package io.clockwise.route;

import java.util.Arrays;

/** A reusable buffer for the bytes of one routing key; one for each event loop. */
public final class KeyBuffer {
  private byte[] bytes = new byte[256];
  private int length;

  /** Empties the buffer. */
  public void clear() {
    length = 0;
  }

  /** Cuts what lies behind the first bytes. */
  public void truncate(int newLength) {
    length = newLength;
  }

  /** Appends chars from start to end (exclusive), one byte each (Latin-1 view). */
  public void append(CharSequence text, int start, int end) {
    ensure(end - start);
    for (int i = start; i < end; i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
  }

  /** Appends four zero bytes for a length to come; returns where they stand. */
  public int reserveLength() {
    ensure(4);
    Arrays.fill(bytes, length, length + 4, (byte) 0);
    length += 4;
    return length - 4;
  }

  /** Writes a big-endian u32 over reserved bytes. */
  public void writeLength(int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }

  /** Returns the bytes, of which the first {@link #length()} count; not to be kept. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns how many bytes count. */
  public int length() {
    return length;
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
