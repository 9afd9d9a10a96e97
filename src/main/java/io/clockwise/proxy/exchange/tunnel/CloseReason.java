package io.clockwise.proxy.exchange.tunnel;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Why Clockwise ends a WebSocket, as both sides are told in a Close frame (RFC 6455 section 5.5.1).
 *
 * @param code 1001: the other end goes away
 * @param text at most 123 bytes of ASCII
 */
public record CloseReason(int code, String text) {
  private static final int FIN_CLOSE = 0x88;
  private static final int MASKED = 0x80;

  /** Clockwise stops. */
  public static final CloseReason STOPPING = new CloseReason(1001, "the proxy stops");

  /** Nothing has moved for too long. */
  public static final CloseReason IDLE = new CloseReason(1001, "idle for too long");

  /** The backend is taken out. */
  public static final CloseReason DRAINED = new CloseReason(1001, "the backend goes away");

  /** The key belongs to another backend. */
  public static final CloseReason MOVED =
      new CloseReason(1001, "the key has moved to another backend");

  /** Returns the frame; what goes to a server is masked (RFC 6455 section 5.3). */
  ByteBuf frame(boolean masked) {
    byte[] reason = text.getBytes(StandardCharsets.US_ASCII);
    int length = 2 + reason.length;
    ByteBuf frame = Unpooled.buffer(length + 6);
    frame.writeByte(FIN_CLOSE).writeByte(masked ? MASKED | length : length);
    int mask = masked ? ThreadLocalRandom.current().nextInt() : 0;
    if (masked) {
      frame.writeInt(mask);
    }
    int start = frame.writerIndex();
    frame.writeShort(code).writeBytes(reason);
    for (int i = 0; i < length; i++) {
      frame.setByte(start + i, frame.getByte(start + i) ^ mask >>> 24 - 8 * (i & 3));
    }
    return frame;
  }
}
