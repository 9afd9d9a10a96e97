package io.clockwise.proxy.gate;

import io.clockwise.proxy.gate.frame.FloodCount;
import io.clockwise.proxy.policy.RequestRules;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.AttributeKey;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the HTTP server does not tell of the streams of an HTTP/2 connection: whether a body follows
 * the head, and the fields behind the body.
 */
public final class StreamNotes extends Http2FrameListenerDecorator {
  private static final AttributeKey<StreamNotes> KEY = AttributeKey.valueOf("clockwise.streams");

  private static final String PROTOCOL = ":protocol";
  private static final String CONNECT = "CONNECT";

  /** What is noted of one stream. */
  private static final class Note {
    private boolean ended;
    private @Nullable String authority;
    private @Nullable String protocol;
    private @Nullable Http2Headers trailers;
  }

  private final Http2ConnectionHandler handler;
  private final Http2Connection connection;
  private final Http2Connection.PropertyKey key;
  private final FloodCount resets = FloodCount.ofResets(System.nanoTime());

  private StreamNotes(Http2FrameListener listener, Http2ConnectionHandler handler) {
    super(listener);
    this.handler = handler;
    this.connection = handler.connection();
    this.key = connection.newKey();
  }

  /** Begins to take notes of a connection whose HTTP/2 handler is in its pipeline. */
  static void install(Channel channel) {
    Http2ConnectionHandler handler = channel.pipeline().get(Http2ConnectionHandler.class);
    StreamNotes notes = new StreamNotes(handler.decoder().frameListener(), handler);
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

  /** Returns the protocol that an extended CONNECT asks for (RFC 8441); null: it is none. */
  public static @Nullable String protocol(HttpServerRequest request) {
    Note note = of(request);
    return note == null ? null : note.protocol;
  }

  /** Returns the {@code :authority} of an HTTP/2 request, or the Host in its place, as it came. */
  public static @Nullable String authority(HttpServerRequest request) {
    Note note = of(request);
    return note == null ? null : note.authority;
  }

  /** Writes the head of an interim answer. */
  @SuppressWarnings("FutureReturnValueIgnored") // the stream tells of its end
  static void interim(HttpServerRequest request, int status, MultiMap fields) {
    Channel channel = ClientGate.channelOf(request.connection());
    StreamNotes notes = channel.attr(KEY).get();
    ChannelHandlerContext context =
        notes == null ? null : channel.pipeline().context(notes.handler);
    if (notes == null || context == null) {
      return;
    }
    Http2Headers head = new DefaultHttp2Headers().status(Integer.toString(status));
    fields.forEach(field -> head.add(field.getKey().toLowerCase(Locale.ROOT), field.getValue()));
    int stream = (int) request.streamId();
    notes.handler.encoder().writeHeaders(context, stream, head, 0, false, context.newPromise());
    context.flush();
  }

  private static @Nullable Note of(HttpServerRequest request) {
    StreamNotes notes = ClientGate.channelOf(request.connection()).attr(KEY).get();
    Http2Stream stream = notes == null ? null : notes.connection.stream((int) request.streamId());
    return stream == null ? null : stream.getProperty(notes.key);
  }

  private void note(int streamId, Http2Headers headers, boolean ended) throws Http2Exception {
    CharSequence method = headers.method();
    if (headers.contains(PROTOCOL) && (method == null || !CONNECT.contentEquals(method))) {
      throw Http2Exception.streamError( // RFC 8441 section 4
          streamId, Http2Error.PROTOCOL_ERROR, ":protocol without CONNECT");
    }
    Http2Stream stream = connection.stream(streamId);
    if (stream == null) {
      return;
    }
    Note note = stream.getProperty(key);
    if (note == null) {
      checkHead(streamId, headers);
      note = new Note();
      note.authority = authority(headers);
      note.protocol = extendedConnect(headers);
      stream.setProperty(key, note);
    } else {
      note.trailers = headers;
    }
    note.ended |= ended;
  }

  /* For such a method the HTTP server would end all streams; of several hosts it sees one. */
  private static void checkHead(int streamId, Http2Headers headers) throws Http2Exception {
    CharSequence method = headers.method();
    if (method != null && !RequestRules.isMethod(method.toString())
        || headers.getAll("host").size() > 1) {
      throw Http2Exception.streamError(
          streamId, Http2Error.PROTOCOL_ERROR, "not a method, or more than one host");
    }
  }

  private static @Nullable String authority(Http2Headers headers) {
    CharSequence given = headers.authority() != null ? headers.authority() : headers.get("host");
    return given == null ? null : given.toString();
  }

  /* The HTTP server knows CONNECT without a path only. What makes it a GET is noted apart: no
  client can send the note. */
  private static @Nullable String extendedConnect(Http2Headers headers) {
    CharSequence protocol = headers.get(PROTOCOL);
    if (protocol == null) {
      return null;
    }
    headers.remove(PROTOCOL);
    headers.method("GET");
    return protocol.toString();
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

  /* Whoever stops a request that is answered has cost no more than one who waits for its end. */
  @Override
  public void onRstStreamRead(ChannelHandlerContext context, int streamId, long errorCode)
      throws Http2Exception {
    Http2Stream stream = connection.stream(streamId);
    boolean unanswered = stream != null && stream.state().localSideOpen();
    if (unanswered && resets.add(System.nanoTime())) {
      throw Http2Exception.connectionError(
          Http2Error.ENHANCE_YOUR_CALM, "too many requests were reset");
    }
    super.onRstStreamRead(context, streamId, errorCode);
  }
}
