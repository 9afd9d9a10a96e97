package io.clockwise.proxy.connection;

import io.clockwise.proxy.connection.wire.ProtocolField;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpHeaders;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.Map;

/**
 * What the HTTP client does not do on an HTTP/2 connection to a backend: trailers of requests,
 * interim answers of any status, and an extended CONNECT.
 *
 * <p>It reaches into the pipeline of the HTTP client.
 */
final class BackendStreams extends Http2FrameListenerDecorator {
  /** RFC 8441 section 3: an extended CONNECT is understood. */
  private static final char CONNECT_PROTOCOL = 8;

  private final Channel channel;
  private final Http2Connection connection;
  private final Http2Connection.PropertyKey watchKey;
  private boolean takesConnect;

  private BackendStreams(Channel channel, Http2ConnectionHandler handler) {
    super(handler.decoder().frameListener());
    this.channel = channel;
    this.connection = handler.connection();
    this.watchKey = connection.newKey();
  }

  /** Puts it before a new connection that speaks HTTP/2, whose settings have come. */
  static BackendStreams install(HttpClientConnection connection) {
    Channel channel = BackendGate.channelOf(connection);
    Http2ConnectionHandler handler = channel.pipeline().get(Http2ConnectionHandler.class);
    BackendStreams streams = new BackendStreams(channel, handler);
    handler.decoder().frameListener(streams);
    if (connection.remoteSettings() instanceof io.vertx.core.http.Http2Settings told) {
      Long value = told.get(CONNECT_PROTOCOL);
      streams.takesConnect = value != null && value == 1;
    }
    return streams;
  }

  /** Tells whether the backend understands an extended CONNECT (RFC 8441). */
  boolean takesConnect() {
    return takesConnect;
  }

  /**
   * Writes the head of a request, at once, as that of an extended CONNECT for WebSocket.
   *
   * @return false: what was written is none
   */
  boolean connect(Runnable head) {
    return ProtocolField.during(channel.pipeline(), head);
  }

  /** Names what the request of a stream, whose head is written, is told before its answer. */
  void watch(long id, BackendGate.Watch watch) {
    Http2Stream stream = id > 0 ? connection.stream((int) id) : null;
    if (stream != null) {
      stream.setProperty(watchKey, watch);
    }
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

  /* The HTTP client would take those it does not know for final ones. */
  private boolean takes(int id, Http2Headers head, boolean end) throws Http2Exception {
    CharSequence status = head.status();
    if (status == null || status.length() != 3 || status.charAt(0) != '1') {
      return false;
    }
    if (end) {
      throw Http2Exception.streamError( // RFC 9113 section 8.1
          id, Http2Error.PROTOCOL_ERROR, "an interim answer is no end");
    }
    Http2Stream stream = connection.stream(id);
    BackendGate.Watch watch = stream == null ? null : stream.getProperty(watchKey);
    if (watch != null) {
      tell(watch, status, head);
    }
    return true;
  }

  private static void tell(BackendGate.Watch watch, CharSequence status, Http2Headers head) {
    MultiMap fields = HttpHeaders.headers();
    for (Map.Entry<CharSequence, CharSequence> field : head) {
      if (field.getKey().charAt(0) != ':') {
        fields.add(field.getKey(), field.getValue());
      }
    }
    int code = 100 + (status.charAt(1) - '0') * 10 + status.charAt(2) - '0';
    if (code == 101) {
      watch.switching(fields);
    } else {
      watch.interim(code, fields);
    }
  }

  @Override
  public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings)
      throws Http2Exception {
    Long value = settings.get(CONNECT_PROTOCOL);
    if (value != null) {
      takesConnect = value == 1;
    }
    super.onSettingsRead(context, settings);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context, int stream, Http2Headers head, int padding, boolean end)
      throws Http2Exception {
    if (!takes(stream, head, end)) {
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
    if (!takes(stream, head, end)) {
      super.onHeadersRead(context, stream, head, dependency, weight, exclusive, padding, end);
    }
  }
}
