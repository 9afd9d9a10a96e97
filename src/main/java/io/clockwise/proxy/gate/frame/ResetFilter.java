package io.clockwise.proxy.gate.frame;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;

/**
 * Looks at the resets of streams that go to a client: no second one for the same stream, and only
 * those count against the client that it has brought about.
 */
public final class ResetFilter extends ChannelOutboundHandlerAdapter {
  /*
   * The HTTP server forgets a stream that it has reset, and answers each frame that was on its
   * way with one more reset; of a stream whose head it could not read it knows nothing, and ends
   * the connection. RFC 9113 section 5.1 wants such frames ignored.
   */
  private static final int CODE_BYTES = 4;

  private final ClientStreams streams;
  private final Http2Connection connection;
  private final Runnable flood;
  private final FrameHeader frame = new FrameHeader();
  private final FloodCount provoked = FloodCount.ofResets(System.nanoTime());

  /**
   * Makes the filter of a connection.
   *
   * @param flood called when there are too many resets that the client has brought about
   */
  public ResetFilter(FrameScanner scanner, Http2Connection connection, Runnable flood) {
    this.streams = scanner.streams();
    this.connection = connection;
    this.flood = flood;
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // it is the promise's
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    ByteBuf bytes = (ByteBuf) message;
    boolean alone = bytes.readableBytes() == FrameHeader.BYTES + CODE_BYTES;
    boolean again = false;
    boolean counts = false;
    for (int at = bytes.readerIndex(); at < bytes.writerIndex(); ) {
      at = frame.advance(bytes, at);
      if (frame.hasBegun()
          && frame.type() == FrameHeader.RST_STREAM
          && bytes.writerIndex() - at >= CODE_BYTES) {
        again = streams.isReset(frame.stream());
        counts |= isProvoked(bytes.getUnsignedInt(at), again);
        if (!again) {
          streams.reset(frame.stream());
          remember(frame.stream());
        }
      }
    }
    if (again && alone) {
      bytes.release();
      promise.trySuccess();
    } else {
      context.write(message, promise);
    }
    if (counts && provoked.add(System.nanoTime())) {
      flood.run();
    }
  }

  private boolean isProvoked(long code, boolean again) {
    if (code == Http2Error.STREAM_CLOSED.code()) {
      return !again; // it was on its way
    }
    if (code == Http2Error.REFUSED_STREAM.code()) {
      return !connection.goAwaySent();
    }
    return code != Http2Error.NO_ERROR.code() // what Clockwise ends for its own or backends' sake
        && code != Http2Error.CANCEL.code()
        && code != Http2Error.INTERNAL_ERROR.code();
  }

  /* What still comes on a stream that never was breaks the rules; on one that was, it does not. */
  private void remember(int stream) {
    if (!streams.isKnown(stream) || connection.streamMayHaveExisted(stream)) {
      return;
    }
    Http2Connection.Endpoint<?> client = connection.remote();
    int most = client.maxActiveStreams();
    try {
      client.maxActiveStreams(Integer.MAX_VALUE);
      client.createStream(stream, true).close();
    } catch (Http2Exception leaving) {
      // behind a GOAWAY frames of new streams are ignored anyway
    } finally {
      client.maxActiveStreams(most);
    }
  }
}
