package io.clockwise.proxy.gate;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * What the HTTP server does not tell of the streams of an HTTP/2 connection: whether a body follows
 * the head, and the fields behind the body.
 */
public final class StreamNotes extends Http2FrameListenerDecorator {
  private static final AttributeKey<StreamNotes> KEY = AttributeKey.valueOf("clockwise.streams");

  /** What is noted of one stream. */
  private static final class Note {
    private boolean ended;
    private @Nullable Http2Headers trailers;
  }

  private final Http2Connection connection;
  private final Http2Connection.PropertyKey key;

  private StreamNotes(Http2FrameListener listener, Http2Connection connection) {
    super(listener);
    this.connection = connection;
    this.key = connection.newKey();
  }

  /** Begins to take notes of a connection whose HTTP/2 handler is in its pipeline. */
  static void install(Channel channel) {
    Http2ConnectionHandler handler = channel.pipeline().get(Http2ConnectionHandler.class);
    StreamNotes notes = new StreamNotes(handler.decoder().frameListener(), handler.connection());
    handler.decoder().frameListener(notes);
    channel.attr(KEY).set(notes);
  }

  /** Tells whether a body may follow the head of an HTTP/2 request; asked when its head came. */
  public static boolean bodyFollows(HttpServerRequest request) {
    Note note = of(request);
    return note != null && !note.ended;
  }

  /** Returns the fields behind the body of an HTTP/2 request that has ended; null without any. */
  public static @Nullable Http2Headers trailers(HttpServerRequest request) {
    Note note = of(request);
    return note == null ? null : note.trailers;
  }

  private static @Nullable Note of(HttpServerRequest request) {
    StreamNotes notes = ClientGate.channelOf(request.connection()).attr(KEY).get();
    Http2Stream stream = notes == null ? null : notes.connection.stream((int) request.streamId());
    return stream == null ? null : stream.getProperty(notes.key);
  }

  private void note(int streamId, Http2Headers headers, boolean ended) {
    Http2Stream stream = connection.stream(streamId);
    if (stream == null) {
      return;
    }
    Note note = stream.getProperty(key);
    if (note == null) {
      note = new Note();
      stream.setProperty(key, note);
    } else {
      note.trailers = headers;
    }
    note.ended |= ended;
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int streamId,
      Http2Headers headers,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    note(streamId, headers, endOfStream);
    super.onHeadersRead(context, streamId, headers, padding, endOfStream);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int streamId,
      Http2Headers headers,
      int streamDependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    note(streamId, headers, endOfStream);
    super.onHeadersRead(
        context, streamId, headers, streamDependency, weight, exclusive, padding, endOfStream);
  }
}
