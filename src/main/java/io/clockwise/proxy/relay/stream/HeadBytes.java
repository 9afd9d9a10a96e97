package io.clockwise.proxy.relay.stream;

import io.clockwise.proxy.wire.FieldName;
import io.clockwise.proxy.wire.HeadFields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/** A head that is being written; one for each event loop. */
public final class HeadBytes {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = new byte[1024];
  private int length;

  /** Begins another one. */
  public HeadBytes begin() {
    length = 0;
    return this;
  }

  /** Adds some bytes. */
  public HeadBytes add(byte[] from, int start, int end) {
    ensure(end - start);
    System.arraycopy(from, start, bytes, length, end - start);
    length += end - start;
    return this;
  }

  /** Adds a byte. */
  public HeadBytes add(byte octet) {
    ensure(1);
    bytes[length++] = octet;
    return this;
  }

  /** Adds bytes. */
  public HeadBytes add(byte[] all) {
    return add(all, 0, all.length);
  }

  /** Adds a text, each character as one byte (Latin-1). */
  @SuppressWarnings("deprecation") // the one way that makes no array: the bytes are the chars
  public HeadBytes add(String text) {
    ensure(text.length());
    text.getBytes(0, text.length(), bytes, length);
    length += text.length();
    return this;
  }

  /** Adds 16 hexadecimal digits. */
  public HeadBytes addHex(long value) {
    ensure(16);
    for (int shift = 60; shift >= 0; shift -= 4) {
      bytes[length++] = HEX[(int) (value >>> shift) & 0xf];
    }
    return this;
  }

  /** Adds three digits and a blank. */
  public HeadBytes addStatus(int status) {
    ensure(4);
    bytes[length++] = (byte) ('0' + status / 100);
    bytes[length++] = (byte) ('0' + status / 10 % 10);
    bytes[length++] = (byte) ('0' + status % 10);
    bytes[length++] = ' ';
    return this;
  }

  /** Adds fields, a line each. */
  public HeadBytes addFields(MultiMap fields) {
    for (Map.Entry<String, String> field : fields) {
      add(field.getKey()).add(": ").add(field.getValue()).end();
    }
    return this;
  }

  /**
   * Adds fields as they were received, in whole runs, but for some.
   *
   * @param end where the line of the last one has ended
   */
  public HeadBytes addRuns(HeadFields fields, Set<FieldName> dropped, int end) {
    int run = -1;
    for (int i = 0; i < fields.count(); i++) {
      boolean drops = dropped.contains(fields.name(i));
      if (drops && run >= 0) {
        add(fields.bytes(), run, fields.nameFrom(i));
        run = -1;
      } else if (!drops && run < 0) {
        run = fields.nameFrom(i);
      }
    }
    return run < 0 ? this : add(fields.bytes(), run, end);
  }

  /** Adds the end of a line. */
  public HeadBytes end() {
    ensure(2);
    bytes[length++] = '\r';
    bytes[length++] = '\n';
    return this;
  }

  /** Returns the fields behind a body, and the empty line behind them. */
  public ByteBuf trailers(MultiMap fields, ByteBufAllocator allocator) {
    return begin().addFields(fields).end().toBuffer(allocator, 0);
  }

  /** Returns how many bytes it has. */
  public int length() {
    return length;
  }

  /** Copies all of it to the beginning of an array that has room for it. */
  public void copyTo(byte[] into) {
    System.arraycopy(bytes, 0, into, 0, length);
  }

  /** Returns a copy, with room for some more bytes behind it. */
  public ByteBuf toBuffer(ByteBufAllocator allocator, int room) {
    return allocator.ioBuffer(length + room).writeBytes(bytes, 0, length);
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
