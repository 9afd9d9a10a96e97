package io.clockwise.proxy.connection.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.nio.charset.StandardCharsets;

/**
 * The field {@code :protocol} of an extended CONNECT (RFC 8441 section 4) for WebSocket, which the
 * HTTP client cannot send: put into the block of fields as it is written.
 */
public final class ProtocolField extends ChannelOutboundHandlerAdapter {
  /*
   * A literal without indexing, with a new name (RFC 7541 section 6.2.2), stands for itself: it
   * changes nothing of what encoder and decoder remember. Only changes of a table's size must stay
   * before it (section 4.2).
   */
  private static final byte[] FIELD =
      "\0\11:protocol\11websocket".getBytes(StandardCharsets.US_ASCII);

  private static final int HEADERS = 1;
  private static final int HEADER_BYTES = 9;
  private static final int LARGEST_FRAME = 16 * 1024; // that each backend takes
  private static final int SIZE_CHANGE_MASK = 0xe0;
  private static final int SIZE_CHANGE = 0x20;
  private static final int SIZE_PREFIX = 0x1f;

  private boolean awaitsBlock;
  private boolean over;
  private boolean written;

  private ProtocolField() {}

  /**
   * Runs what writes the head of a request at once.
   *
   * @return whether the field is in it; not if the head is longer than a frame
   */
  public static boolean during(ChannelPipeline pipeline, Runnable head) {
    ProtocolField field = new ProtocolField();
    String http = pipeline.context(Http2ConnectionHandler.class).name();
    pipeline.addBefore(http, null, field);
    try {
      head.run();
    } finally {
      pipeline.remove(field);
    }
    return field.written;
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // it is the promise's
  public void write(ChannelHandlerContext to, Object message, ChannelPromise promise) {
    ByteBuf bytes = (ByteBuf) message;
    if (over) {
      to.write(bytes, promise);
    } else if (awaitsBlock) {
      over = true;
      written = true;
      to.write(join(to, bytes), promise);
    } else {
      begin(bytes);
      to.write(bytes, promise);
    }
  }

  /* The header of a frame is written first, and by itself. */
  private void begin(ByteBuf header) {
    int start = header.readerIndex();
    int length = header.getUnsignedMedium(start);
    boolean alone = header.readableBytes() < HEADER_BYTES + length;
    boolean fits = length + FIELD.length <= LARGEST_FRAME;
    if (header.getByte(start + 3) == HEADERS && alone && fits) {
      header.setMedium(start, length + FIELD.length);
      awaitsBlock = true;
    } else {
      over = true;
    }
  }

  private static ByteBuf join(ChannelHandlerContext to, ByteBuf block) {
    int sizes = sizeChanges(block);
    ByteBuf joined = to.alloc().buffer(block.readableBytes() + FIELD.length);
    joined.writeBytes(block, sizes).writeBytes(FIELD).writeBytes(block);
    block.release();
    return joined;
  }

  private static int sizeChanges(ByteBuf block) {
    int at = block.readerIndex();
    while ((block.getByte(at) & SIZE_CHANGE_MASK) == SIZE_CHANGE) {
      if ((block.getByte(at++) & SIZE_PREFIX) == SIZE_PREFIX) {
        while (block.getByte(at++) < 0) {
          // the integer goes on (RFC 7541 section 5.1)
        }
      }
    }
    return at - block.readerIndex();
  }
}
