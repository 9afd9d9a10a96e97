package io.clockwise.proxy.gate;

import io.clockwise.config.LimitsConfig;
import io.clockwise.proxy.policy.upgrade.WebSocketHandshake;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.MultiMap;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.http1.VertxHttpRequestDecoder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the HTTP server does not do on an HTTP/1 connection: interim answers of any status, trailers
 * of requests, and another protocol after a handshake.
 */
final class Http1Passage extends ChannelInboundHandlerAdapter {
  /*
   * The decoder leaves the pipeline with the last part of a request that asks for another protocol:
   * what is read from there on belongs to that protocol, unless the backend refuses; then a new
   * decoder reads it. Meanwhile the bytes are held here, and no more are read than a few.
   */
  private static final int MOST_HELD_BYTES = 64 * 1024;

  private final Supplier<LimitsConfig> limits;
  private final Deque<Trailers> trailers = new ArrayDeque<>(0);
  private @Nullable ChannelHandlerContext context;
  private @Nullable ByteBuf held;
  private boolean asked;
  private boolean switched;
  private long received;

  /** The fields behind the body of the request with this number. */
  private record Trailers(long number, HttpHeaders fields) {}

  private Http1Passage(Supplier<LimitsConfig> limits) {
    this.limits = limits;
  }

  /** Puts one before the HTTP server of a connection. */
  static Http1Passage install(Channel channel, Supplier<LimitsConfig> limits) {
    Http1Passage passage = new Http1Passage(limits);
    channel.pipeline().addBefore("handler", "clockwise.passage", passage);
    return passage;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext removed) {
    if (held != null) {
      held.release();
      held = null;
    }
  }

  private ChannelHandlerContext pipeline() {
    return Objects.requireNonNull(context);
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    if (message instanceof ByteBuf bytes && !switched) {
      hold(bytes);
      return;
    }
    if (message instanceof HttpRequest request) {
      received++;
      asked = asks(request);
    }
    if (message instanceof LastHttpContent last) {
      if (!last.trailingHeaders().isEmpty()) {
        trailers.add(new Trailers(received, last.trailingHeaders()));
      }
      if (asked) {
        held = Unpooled.EMPTY_BUFFER;
        from.pipeline().remove("httpDecoder"); // its rest comes here at once
      }
    }
    from.fireChannelRead(message);
  }

  private static boolean asks(HttpRequest request) {
    HttpHeaders fields = request.headers();
    return fields.contains(HttpHeaderNames.UPGRADE)
        && request.decoderResult().isSuccess()
        && !fields.contains(HttpHeaderNames.CONTENT_LENGTH)
        && !fields.contains(HttpHeaderNames.TRANSFER_ENCODING)
        && WebSocketHandshake.isAsked(
            request.method().name(),
            request.protocolVersion().equals(HttpVersion.HTTP_1_1),
            fields.getAll(HttpHeaderNames.CONNECTION),
            fields.getAll(HttpHeaderNames.UPGRADE));
  }

  /** Tells whether a request asks for WebSocket. */
  static boolean asks(HttpServerRequest request) {
    return request.headers().contains("upgrade")
        && !request.headers().contains("content-length")
        && !request.headers().contains("transfer-encoding")
        && WebSocketHandshake.isAsked(
            request.method().name(),
            request.version() == io.vertx.core.http.HttpVersion.HTTP_1_1,
            request.headers().getAll("connection"),
            request.headers().getAll("upgrade"));
  }

  private void hold(ByteBuf bytes) {
    ByteBuf before = held == null ? Unpooled.EMPTY_BUFFER : held;
    held = before.isReadable() ? Unpooled.wrappedBuffer(before, bytes) : bytes;
    if (held.readableBytes() >= MOST_HELD_BYTES) {
      pipeline().channel().config().setAutoRead(false);
    }
  }

  /** Says that the request which asked for another protocol is served in this one. */
  void stay() {
    asked = false;
    ByteBuf rest = held;
    if (switched || rest == null || !pipeline().channel().isActive()) {
      return;
    }
    held = null;
    Http1ServerConfig config =
        new Http1ServerConfig()
            .setMaxInitialLineLength(limits.get().requestLine())
            .setMaxHeaderSize(limits.get().headers());
    pipeline()
        .pipeline()
        .addAfter("clockwise.bytes", "httpDecoder", new VertxHttpRequestDecoder(config));
    ChannelHandlerContext before = pipeline().pipeline().context("clockwise.bytes");
    before.fireChannelRead(rest);
    before.fireChannelReadComplete();
    pipeline().channel().config().setAutoRead(true);
  }

  /** Writes the answer that switches, and gives what follows to another handler. */
  void switchProtocols(MultiMap fields, ChannelHandler next) {
    switched = true;
    write(101, fields);
    pipeline().pipeline().addBefore("handler", "clockwise.tunnel", next);
    pipeline().pipeline().remove("httpEncoder");
    pipeline().pipeline().remove(HalfClose.class);
    ByteBuf early = held;
    held = null;
    if (early != null && early.isReadable()) {
      pipeline().fireChannelRead(early);
    }
  }

  /** Writes the head of an interim answer. */
  @SuppressWarnings("FutureReturnValueIgnored") // a failure comes as an exception of the channel
  void write(int status, MultiMap fields) {
    HttpHeaders head = DefaultHttpHeadersFactory.headersFactory().newHeaders();
    fields.forEach(field -> head.add(field.getKey(), field.getValue()));
    ChannelHandlerContext to = pipeline();
    to.writeAndFlush(
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(status),
            Unpooled.EMPTY_BUFFER,
            head,
            EmptyHttpHeaders.INSTANCE),
        to.voidPromise());
  }

  /** Returns the fields behind the body of a request, counted from 1; null without any. */
  @Nullable HttpHeaders trailers(long number) {
    while (!trailers.isEmpty() && trailers.getFirst().number() < number) {
      trailers.removeFirst();
    }
    return trailers.isEmpty() || trailers.getFirst().number() != number
        ? null
        : trailers.getFirst().fields();
  }
}
