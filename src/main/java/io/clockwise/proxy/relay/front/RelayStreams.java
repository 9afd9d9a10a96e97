package io.clockwise.proxy.relay.front;

import io.clockwise.proxy.gate.Http2Gate;
import io.clockwise.proxy.relay.RelayExchange;
import io.clockwise.proxy.relay.RelayIntake;
import io.clockwise.proxy.relay.RelayLoop;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.impl.ConnectionBase;
import org.jspecify.annotations.Nullable;

/**
 * The relay's end of one HTTP/2 connection of a client: streams that it can relay are its own, all
 * others are the HTTP server's.
 */
public final class RelayStreams extends Http2FrameListenerDecorator {
  /*
   * A stream is given to one or the other when its head has come, and stays there. Settings, pings,
   * windows of the connection and its end are the server's. What was written for all streams is
   * sent once in a turn of the event loop.
   */
  private final RelayLoop loop;
  private final Http2Gate gate;
  private final Http2ConnectionHandler handler;
  private final ChannelHandlerContext context;
  private final Http2Connection connection;
  private final ContextInternal server;
  private final Http2Connection.PropertyKey serverKey;
  private final Http2Connection.PropertyKey key;
  private final StreamAnswer answers;
  private boolean flushing;

  private RelayStreams(
      RelayLoop loop,
      Http2Gate gate,
      Http2ConnectionHandler handler,
      ChannelHandlerContext context,
      ContextInternal server,
      Http2Connection.PropertyKey serverKey) {
    super(handler.decoder().frameListener());
    this.loop = loop;
    this.gate = gate;
    this.handler = handler;
    this.context = context;
    this.connection = handler.connection();
    this.server = server;
    this.serverKey = serverKey;
    this.key = connection.newKey();
    this.answers = new StreamAnswer(loop);
  }

  /** Puts one before the HTTP server of a connection, behind its gate. */
  public static void install(RelayLoop loop, Http2Gate gate, HttpConnection served) {
    Http2ConnectionHandler handler = gate.channel().pipeline().get(Http2ConnectionHandler.class);
    Http2Connection.PropertyKey serverKey = ServerStreams.keyOf(served);
    if (handler != null && serverKey != null && served instanceof ConnectionBase base) {
      ChannelHandlerContext context = gate.channel().pipeline().context(handler);
      handler
          .decoder()
          .frameListener(new RelayStreams(loop, gate, handler, context, base.context(), serverKey));
    }
  }

  RelayLoop loop() {
    return loop;
  }

  Http2Gate gate() {
    return gate;
  }

  Http2ConnectionHandler handler() {
    return handler;
  }

  ChannelHandlerContext context() {
    return context;
  }

  ContextInternal serverContext() {
    return server;
  }

  StreamAnswer answers() {
    return answers;
  }

  /** Sends, at the end of the event loop's turn, what was written. */
  void flushSoon() {
    if (!flushing) {
      flushing = true;
      context.executor().execute(this::flush);
    }
  }

  private void flush() {
    flushing = false;
    handler.flush(context); // not the context's: that would leave bodies behind
  }

  private @Nullable RelayStream relayed(int streamId) {
    Http2Stream stream = connection.stream(streamId);
    return stream == null ? null : stream.getProperty(key);
  }

  /** Takes a head; false: it is the server's. */
  private boolean takes(int streamId, Http2Headers headers, boolean ended) {
    RelayStream known = relayed(streamId);
    if (known != null) {
      known.trailers(headers);
      return true;
    }
    Http2Stream stream = connection.stream(streamId);
    if (stream == null
        || stream.getProperty(serverKey) != null
        || !loop.isOn()
        || !StreamHead.write(headers, ended, loop.head())) {
      return false;
    }
    RelayIntake intake = loop.intake();
    if (!intake.reads(loop.head(), gate)) {
      return false;
    }
    RelayExchange exchange = intake.take();
    RelayStream begun = new RelayStream(this, stream, exchange, ended);
    stream.setProperty(key, begun);
    ServerStreams.put(stream, serverKey, begun);
    intake.begin(begun, exchange);
    begun.flushRequest();
    return true;
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext from,
      int streamId,
      Http2Headers headers,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    if (!takes(streamId, headers, endOfStream)) {
      super.onHeadersRead(from, streamId, headers, padding, endOfStream);
    }
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext from,
      int streamId,
      Http2Headers headers,
      int streamDependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    if (!takes(streamId, headers, endOfStream)) {
      super.onHeadersRead(
          from, streamId, headers, streamDependency, weight, exclusive, padding, endOfStream);
    }
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext from, int streamId, ByteBuf data, int padding, boolean endOfStream)
      throws Http2Exception {
    RelayStream known = relayed(streamId);
    return known == null
        ? super.onDataRead(from, streamId, data, padding, endOfStream)
        : known.data(data, padding, endOfStream);
  }
}
