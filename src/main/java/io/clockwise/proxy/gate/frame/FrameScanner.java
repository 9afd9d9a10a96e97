package io.clockwise.proxy.gate.frame;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Follows the frames of an HTTP/2 connection, behind its preface and before the HTTP server. */
public final class FrameScanner extends ChannelInboundHandlerAdapter {
  /** Its name in the pipeline. */
  public static final String NAME = "clockwise.frames";

  /** Frames in a row of time that carry nothing of a request: more than any client needs. */
  private static final int FREE_FRAMES = 10_000;

  private static final Duration WINDOW = Duration.ofSeconds(10);

  /** Who wants to know what the frames tell. */
  public interface Watch {
    /** Called after each read. */
    void read(boolean headOpen);

    /**
     * Called once when the connection is to be cut: it breaks a rule, or sends too many frames that
     * carry nothing.
     */
    void broken(Http2Error error);
  }

  private final FrameHeader frame = new FrameHeader();
  private final ClientStreams streams = new ClientStreams();
  private final FloodCount freeFrames = new FloodCount(FREE_FRAMES, WINDOW, System.nanoTime());
  private @Nullable Watch watch;
  private @Nullable ChannelHandlerContext context;
  private boolean headOpen;
  private boolean dropping;

  /** Names who wants to know. */
  public void watch(Watch newWatch) {
    watch = newWatch;
  }

  ClientStreams streams() {
    return streams;
  }

  /** Lets no further byte pass. */
  public void drop() {
    dropping = true;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  /** Takes bytes that were scanned by hand. */
  public void passOn(ByteBuf bytes) {
    if (dropping || context == null) {
      bytes.release();
    } else {
      context.fireChannelRead(bytes);
      streams.read();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext same, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    if (!dropping) {
      scan(bytes, bytes.readerIndex());
    }
    if (dropping) {
      ReferenceCountUtil.release(message);
    } else {
      same.fireChannelRead(message);
      streams.read();
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
  public void scan(ByteBuf bytes, int from) {
    for (int at = from; at < bytes.writerIndex(); ) {
      at = frame.advance(bytes, at);
      if (frame.hasBegun()) {
        begin();
      }
      if (frame.isOver()) {
        end();
      }
    }
  }

  private void begin() {
    if (frame.hasFields()) {
      headOpen = true;
    }
    if (isFree() && freeFrames.add(System.nanoTime())) {
      broken(Http2Error.ENHANCE_YOUR_CALM);
    }
    if (frame.type() == FrameHeader.HEADERS) {
      Http2Error error = streams.headers(frame.stream(), frame.endsStream());
      if (error != null) {
        broken(error);
      } else if (streams.unended() > FREE_FRAMES) {
        broken(Http2Error.ENHANCE_YOUR_CALM);
      }
    } else if (frame.type() == FrameHeader.DATA) {
      streams.data(frame.stream(), frame.length());
    }
  }

  private void end() {
    if (frame.endsFields()) {
      headOpen = false;
    }
    if (frame.endsStream() || frame.type() == FrameHeader.RST_STREAM) {
      streams.ended(frame.stream());
    }
  }

  private void broken(Http2Error error) {
    if (watch != null && !dropping) {
      watch.broken(error);
    }
  }

  private boolean isFree() {
    return switch (frame.type()) {
      case FrameHeader.DATA -> frame.length() == 0 && !frame.endsStream();
      case FrameHeader.PRIORITY, FrameHeader.SETTINGS, FrameHeader.PING -> true;
      default -> frame.type() > FrameHeader.CONTINUATION;
    };
  }
}
