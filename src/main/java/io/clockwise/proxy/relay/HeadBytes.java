package io.clockwise.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** A head that is being written; one for each event loop. */
final class HeadBytes {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = new byte[1024];
  private int length;

  /** Begins another one. */
  HeadBytes begin() {
    length = 0;
    return this;
  }

  HeadBytes add(byte[] from, int start, int end) {
    ensure(end - start);
    System.arraycopy(from, start, bytes, length, end - start);
    length += end - start;
    return this;
  }

  HeadBytes add(byte[] all) {
    return add(all, 0, all.length);
  }

  /** Adds a text, each character as one byte (Latin-1). */
  @SuppressWarnings("deprecation") // the one way that makes no array: the bytes are the chars
  HeadBytes add(String text) {
    ensure(text.length());
    text.getBytes(0, text.length(), bytes, length);
    length += text.length();
    return this;
  }

  /** Adds 16 hexadecimal digits. */
  HeadBytes addHex(long value) {
    ensure(16);
    for (int shift = 60; shift >= 0; shift -= 4) {
      bytes[length++] = HEX[(int) (value >>> shift) & 0xf];
    }
    return this;
  }

  /** Adds three digits and a blank. */
  HeadBytes addStatus(int status) {
    ensure(4);
    bytes[length++] = (byte) ('0' + status / 100);
    bytes[length++] = (byte) ('0' + status / 10 % 10);
    bytes[length++] = (byte) ('0' + status % 10);
    bytes[length++] = ' ';
    return this;
  }

  HeadBytes addFields(MultiMap fields) {
    for (Map.Entry<String, String> field : fields) {
      add(field.getKey()).add(": ").add(field.getValue()).end();
    }
    return this;
  }

  /** Adds the end of a line. */
  HeadBytes end() {
    ensure(2);
    bytes[length++] = '\r';
    bytes[length++] = '\n';
    return this;
  }

  /** Returns a copy, with room for some more bytes behind it. */
  ByteBuf toBuffer(ByteBufAllocator allocator, int room) {
    return allocator.ioBuffer(length + room).writeBytes(bytes, 0, length);
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
