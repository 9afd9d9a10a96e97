package io.clockwise.proxy.gate.frame;

import io.netty.buffer.ByteBuf;

/**
 * The header of the frame that passes in one direction (RFC 9113 section 4.1), and where in that
 * frame the bytes are.
 */
final class FrameHeader {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int PRIORITY = 2;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int CONTINUATION = 9;

  /** The size of a header. */
  static final int BYTES = 9;

  private static final int END_STREAM = 0x1;
  private static final int END_HEADERS = 0x4;

  private int taken;
  private int length;
  private int type;
  private int flags;
  private int stream;
  private int payloadLeft;
  private boolean begun;

  /**
   * Takes bytes from an index up to the end of the header, of the frame, or of the bytes.
   *
   * @return the index behind what was taken
   */
  int advance(ByteBuf bytes, int from) {
    begun = false;
    int end = bytes.writerIndex();
    if (payloadLeft > 0) {
      int step = Math.min(payloadLeft, end - from);
      payloadLeft -= step;
      return from + step;
    }
    int at = from;
    while (at < end && !begun) {
      take(bytes.getByte(at++) & 0xff);
    }
    return at;
  }

  private void take(int octet) {
    switch (taken++) {
      case 0 -> length = octet;
      case 1, 2 -> length = length << 8 | octet;
      case 3 -> type = octet;
      case 4 -> flags = octet;
      case 5 -> stream = octet & 0x7f;
      default -> stream = stream << 8 | octet;
    }
    if (taken == BYTES) {
      taken = 0;
      payloadLeft = length;
      begun = true;
    }
  }

  /** Tells whether the bytes that were taken last ended the header. */
  boolean hasBegun() {
    return begun;
  }

  /** Tells whether nothing of the frame is left. */
  boolean isOver() {
    return taken == 0 && payloadLeft == 0;
  }

  int length() {
    return length;
  }

  int type() {
    return type;
  }

  int stream() {
    return stream;
  }

  /** Tells whether it carries a part of a block of fields. */
  boolean hasFields() {
    return type == HEADERS || type == CONTINUATION;
  }

  boolean endsFields() {
    return hasFields() && (flags & END_HEADERS) != 0;
  }

  boolean endsStream() {
    return (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
  }
}
