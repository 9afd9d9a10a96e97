package io.clockwise.proxy.gate;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * Follows the frames of an HTTP/2 connection by their headers (RFC 9113 section 4.1), behind its
 * preface and before the HTTP server.
 */
final class FrameScanner extends ChannelInboundHandlerAdapter {
  static final String NAME = "clockwise.frames";

  /** Frames in a row of time that carry nothing of a request: more than any client needs. */
  static final int FREE_FRAMES = 10_000;

  private static final long WINDOW_NANOS = 10_000_000_000L;
  private static final int HEADER = 9;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int PRIORITY = 2;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int CONTINUATION = 9;
  private static final int END_STREAM = 0x1;
  private static final int END_HEADERS = 0x4;

  /** Who wants to know what the frames tell. */
  interface Watch {
    /** Called after each read. */
    void read(boolean headOpen);

    /**
     * Called once when the connection is to be cut: it breaks a rule, or sends too many frames that
     * carry nothing.
     */
    void broken(Http2Error error);
  }

  private @Nullable Watch watch;
  private @Nullable ChannelHandlerContext context;
  private int headerBytes;
  private int length;
  private int type;
  private int flags;
  private int stream;
  private int payloadLeft;
  private final ClientStreams streams = new ClientStreams();
  private boolean headOpen;
  private boolean dropping;
  private int freeFrames;
  private long windowStartNanos = System.nanoTime();

  void watch(Watch newWatch) {
    watch = newWatch;
  }

  /** Lets no further byte pass. */
  void drop() {
    dropping = true;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  /** Takes bytes that were scanned by hand. */
  void passOn(ByteBuf bytes) {
    if (dropping || context == null) {
      bytes.release();
    } else {
      context.fireChannelRead(bytes);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext same, Object message) {
    if (!dropping) {
      ByteBuf bytes = (ByteBuf) message;
      scan(bytes, bytes.readerIndex());
    }
    if (dropping) {
      ReferenceCountUtil.release(message);
    } else {
      same.fireChannelRead(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext same) {
    if (watch != null) {
      watch.read(headOpen);
    }
    same.fireChannelReadComplete();
  }

  /** Follows the bytes from an index to their end. */
  void scan(ByteBuf bytes, int from) {
    int at = from;
    while (at < bytes.writerIndex()) {
      if (payloadLeft > 0) {
        int step = Math.min(payloadLeft, bytes.writerIndex() - at);
        payloadLeft -= step;
        at += step;
        endIfOver();
      } else {
        header(bytes.getByte(at) & 0xff);
        at++;
      }
    }
  }

  private void header(int octet) {
    switch (headerBytes++) {
      case 0 -> length = octet;
      case 1, 2 -> length = length << 8 | octet;
      case 3 -> type = octet;
      case 4 -> flags = octet;
      case 5 -> stream = octet & 0x7f;
      case HEADER - 1 -> {
        stream = stream << 8 | octet;
        begin();
      }
      default -> stream = stream << 8 | octet;
    }
  }

  private void begin() {
    headerBytes = 0;
    payloadLeft = length;
    if (type == HEADERS || type == CONTINUATION) {
      headOpen = true;
    }
    if (isFree()) {
      count();
    }
    follow((flags & END_STREAM) != 0);
    endIfOver();
  }

  private void endIfOver() {
    if (payloadLeft == 0
        && (type == HEADERS || type == CONTINUATION)
        && (flags & END_HEADERS) != 0) {
      headOpen = false;
    }
  }

  private void follow(boolean end) {
    if (type == HEADERS) {
      Http2Error error = streams.headers(stream, end);
      if (error != null) {
        broken(error);
      } else if (streams.unended() > FREE_FRAMES) {
        broken(Http2Error.ENHANCE_YOUR_CALM);
      }
    } else if (type == RST_STREAM || type == DATA && end) {
      streams.ended(stream);
    }
  }

  private void broken(Http2Error error) {
    if (watch != null && !dropping) {
      watch.broken(error);
    }
  }

  private boolean isFree() {
    return switch (type) {
      case DATA -> length == 0 && (flags & END_STREAM) == 0;
      case PRIORITY, SETTINGS, PING -> true;
      default -> type > CONTINUATION;
    };
  }

  private void count() {
    long now = System.nanoTime();
    if (now - windowStartNanos > WINDOW_NANOS) {
      windowStartNanos = now;
      freeFrames = 0;
    }
    if (++freeFrames > FREE_FRAMES) {
      broken(Http2Error.ENHANCE_YOUR_CALM);
    }
  }
}
