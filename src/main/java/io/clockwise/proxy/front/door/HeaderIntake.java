package io.clockwise.proxy.front.door;

import io.clockwise.config.ProxyProtocolConfig.Mode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Looks at the first bytes of a connection whose PROXY protocol header is believed, and puts the
 * decoder of the header, or nothing, in its own place.
 */
final class HeaderIntake extends ByteToMessageDecoder {
  static final String NAME = "clockwise.header";

  /** Bytes of additional fields in a header: more than senders have. */
  private static final int ADDITIONAL = 4096;

  private static final byte[] TEXT = "PROXY ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BINARY = {
    0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a
  };

  private final Mode mode;

  HeaderIntake(Mode mode) {
    this.mode = mode;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    boolean text = begins(in, TEXT);
    boolean binary = begins(in, BINARY);
    if (text && in.readableBytes() >= TEXT.length
        || binary && in.readableBytes() >= BINARY.length) {
      context.pipeline().addAfter(NAME, "clockwise.proxy", new HAProxyMessageDecoder(ADDITIONAL));
      context.pipeline().remove(this); // what was read goes to the decoder
    } else if (!text && !binary) {
      context.fireUserEventTriggered(new Absent(mode));
      context.pipeline().remove(this);
    }
  }

  /** There is no header. */
  record Absent(Mode mode) {}

  private static boolean begins(ByteBuf in, byte[] prefix) {
    int length = Math.min(in.readableBytes(), prefix.length);
    for (int i = 0; i < length; i++) {
      if (in.getByte(in.readerIndex() + i) != prefix[i]) {
        return false;
      }
    }
    return true;
  }
}
