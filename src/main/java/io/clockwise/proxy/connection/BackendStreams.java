package io.clockwise.proxy.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientConnection;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;

/**
 * What the HTTP client does not do on an HTTP/2 connection to a backend: trailers of requests. And
 * it takes interim answers that it does not know for final ones: these do not reach it.
 *
 * <p>It reaches into the pipeline of the HTTP client.
 */
final class BackendStreams extends Http2FrameListenerDecorator {
  private BackendStreams(Http2FrameListener listener) {
    super(listener);
  }

  /** Puts it before a new connection that speaks HTTP/2. */
  static void install(HttpClientConnection connection) {
    Http2ConnectionHandler handler =
        BackendGate.channelOf(connection).pipeline().get(Http2ConnectionHandler.class);
    handler.decoder().frameListener(new BackendStreams(handler.decoder().frameListener()));
  }

  /** Ends the request of a stream, all of whose body has been written. */
  static Future<Void> end(HttpClientConnection connection, int stream, MultiMap trailers) {
    Channel channel = BackendGate.channelOf(connection);
    Http2ConnectionHandler handler = channel.pipeline().get(Http2ConnectionHandler.class);
    ChannelHandlerContext context = handler == null ? null : channel.pipeline().context(handler);
    if (handler == null || context == null) {
      return Future.failedFuture(new ClosedChannelException());
    }
    Http2Headers fields = new DefaultHttp2Headers();
    trailers.forEach(f -> fields.add(f.getKey().toLowerCase(Locale.ROOT), f.getValue()));
    Promise<Void> ended = Promise.promise();
    handler
        .encoder()
        .writeHeaders(context, stream, fields, 0, true, context.newPromise())
        .addListener(
            done -> {
              if (done.isSuccess()) {
                ended.complete();
              } else {
                ended.fail(done.cause());
              }
            });
    context.flush();
    return ended.future();
  }

  private static boolean isUnknown(Http2Headers head) {
    CharSequence status = head.status();
    return status != null
        && status.length() == 3
        && status.charAt(0) == '1'
        && !"100".contentEquals(status)
        && !"103".contentEquals(status);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context, int stream, Http2Headers head, int padding, boolean end)
      throws Http2Exception {
    if (!isUnknown(head)) {
      super.onHeadersRead(context, stream, head, padding, end);
    }
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int stream,
      Http2Headers head,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean end)
      throws Http2Exception {
    if (!isUnknown(head)) {
      super.onHeadersRead(context, stream, head, dependency, weight, exclusive, padding, end);
    }
  }
}
