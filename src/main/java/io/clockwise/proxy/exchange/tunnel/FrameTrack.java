package io.clockwise.proxy.exchange.tunnel;

import io.netty.buffer.ByteBuf;

/**
 * Where one direction of a WebSocket stands in its frames (RFC 6455 section 5.2): how much of a
 * frame is still to come, and whether a Close has passed. It looks at headers only, changes
 * nothing, and allocates nothing.
 */
final class FrameTrack {
  private static final int OPCODE_CLOSE = 8;

  private int headerBytes;
  private int lengthEnd;
  private int headerLength = 2;
  private int opcode;
  private long length;
  private long rest;
  private boolean closeBegan;
  private boolean closed;
  private boolean lost;

  /**
   * Goes over bytes that pass.
   *
   * @param from index of the first
   * @param stop whether to stop where a frame ends
   * @return index behind the last byte gone over
   */
  int advance(ByteBuf bytes, int from, boolean stop) {
    int end = bytes.writerIndex();
    int at = from;
    while (at < end && !(stop && isBetweenFrames())) {
      if (rest > 0) {
        int step = (int) Math.min(rest, end - at);
        at += step;
        rest -= step;
        endIfWhole();
      } else if (lost) {
        return end;
      } else {
        header(bytes.getUnsignedByte(at++));
      }
    }
    return at;
  }

  private void header(int octet) {
    int position = headerBytes++;
    if (position == 0) {
      opcode = octet & 0x0f;
      closeBegan |= opcode == OPCODE_CLOSE;
    } else if (position == 1) {
      int marked = octet & 0x7f;
      lengthEnd = 2 + (marked == 126 ? 2 : marked == 127 ? 8 : 0);
      headerLength = lengthEnd + ((octet & 0x80) == 0 ? 0 : 4);
      length = lengthEnd == 2 ? marked : 0;
    } else if (position < lengthEnd) {
      length = length << 8 | octet;
    }
    if (headerBytes >= 2 && headerBytes == headerLength) {
      lost = length < 0;
      rest = Math.max(0, length);
      endIfWhole();
    }
  }

  private void endIfWhole() {
    if (rest == 0 && !lost) {
      headerBytes = 0;
      headerLength = 2;
      closed |= opcode == OPCODE_CLOSE;
    }
  }

  /** Tells whether another frame could be put in here. */
  boolean isBetweenFrames() {
    return headerBytes == 0 && rest == 0 && !lost;
  }

  /** Tells whether a Close has begun to pass: no frame may follow it. */
  boolean closeBegan() {
    return closeBegan;
  }

  /** Tells whether a whole Close has passed. */
  boolean isClosed() {
    return closed;
  }
}
