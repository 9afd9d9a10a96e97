package io.clockwise.proxy.gate;

import io.clockwise.proxy.gate.frame.FrameScanner;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.impl.tcp.Http1xOrH2CHandler;
import java.nio.charset.StandardCharsets;

/**
 * Looks at the first bytes of a connection that may speak HTTP/2, before the HTTP server does, and
 * puts in its own place what such a connection needs.
 */
public final class Opening extends ChannelInboundHandlerAdapter {
  /*
   * Without TLS the HTTP server decides at its first byte that differs from the preface, but makes
   * its HTTP/1 connection only for the first request, which could also ask for an upgrade to
   * HTTP/2. The gate must stand before that request. So an empty line that nobody sent lets the
   * server decide, a request that nobody sent brings the connection about, and is dropped by the
   * gate; then all that was received is passed.
   */
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] EMPTY_LINE = {'\r', '\n'};
  private static final byte[] NOT_HTTP_1 =
      "HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  private final boolean secured;
  private final boolean http1;
  private final Runnable refused;
  private int matched;
  private boolean closing;

  /**
   * Makes the opening of one connection.
   *
   * @param secured whether it stands behind TLS
   * @param http1 whether HTTP/1 is spoken here
   * @param refused called when the connection speaks what is not spoken here
   */
  public Opening(boolean secured, boolean http1, Runnable refused) {
    this.secured = secured;
    this.http1 = http1;
    this.refused = refused;
  }

  /** Tells whether the HTTP server waits for the first bytes of a connection without TLS. */
  public static boolean isAwaited(ChannelPipeline pipeline) {
    return pipeline.get(Http1xOrH2CHandler.class) != null;
  }

  /** Tells whether a message is the request that nobody sent. */
  static boolean isMade(Object message) {
    return message instanceof MadeRequest;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (closing) {
      ReferenceCountUtil.release(message);
      return;
    }
    ByteBuf bytes = (ByteBuf) message;
    int before = matched;
    int at = bytes.readerIndex();
    while (at < bytes.writerIndex() && matched < PREFACE.length) {
      if (bytes.getByte(at) != PREFACE[matched]) {
        differs(context, before == 0 ? bytes : withPreface(before, bytes));
        return;
      }
      at++;
      matched++;
    }
    if (matched == PREFACE.length) {
      FrameScanner scanner = new FrameScanner();
      context.pipeline().addAfter(context.name(), FrameScanner.NAME, scanner);
      scanner.scan(bytes, at);
      context.pipeline().remove(this);
      scanner.passOn(before == 0 ? bytes : withPreface(before, bytes));
    } else {
      bytes.release(); // known: they are those of the preface
    }
  }

  private static ByteBuf withPreface(int length, ByteBuf rest) {
    return Unpooled.wrappedBuffer(Unpooled.wrappedBuffer(PREFACE, 0, length), rest);
  }

  private void differs(ChannelHandlerContext context, ByteBuf bytes) {
    if (secured) {
      context.pipeline().remove(this);
      context.fireChannelRead(bytes);
    } else if (!http1) {
      closing = true;
      bytes.release();
      refused.run();
      context
          .writeAndFlush(Unpooled.wrappedBuffer(NOT_HTTP_1))
          .addListener(ChannelFutureListener.CLOSE);
    } else {
      beginHttp1(context, bytes);
    }
  }

  private void beginHttp1(ChannelHandlerContext context, ByteBuf bytes) {
    context.fireChannelRead(Unpooled.wrappedBuffer(EMPTY_LINE)); // which a request may follow
    ChannelPipeline pipeline = context.pipeline();
    ChannelHandlerContext encoder = pipeline.context("httpEncoder");
    if (encoder == null) {
      bytes.release(); // a listener that has just changed
      end(context);
      return;
    }
    encoder.fireChannelRead(new MadeRequest());
    pipeline.remove(this);
    context.fireChannelRead(bytes);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the close future tells of the end
  private static void end(ChannelHandlerContext context) {
    context.close();
  }

  /** A request that nobody sent. */
  private static final class MadeRequest extends DefaultHttpRequest {
    MadeRequest() {
      super(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
    }
  }
}
