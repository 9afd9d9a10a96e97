package io.clockwise.proxy.gate;

import io.clockwise.config.LimitsConfig;
import io.clockwise.proxy.gate.frame.FrameJoin;
import io.clockwise.proxy.gate.frame.FrameScanner;
import io.clockwise.proxy.gate.frame.ResetFilter;
import io.clockwise.proxy.gate.peer.PeerFault;
import io.clockwise.telemetry.ConnectionMeters;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The gate of an HTTP/2 connection: its clocks, and what ends it early. */
public final class Http2Gate extends ClientGate {
  private static final int FLUSHES = 256;
  private static final Duration LONG = Duration.ofDays(1);

  /** How long an idle client has to hear that its connection ends. */
  private static final long HEARING_NANOS = 1_000_000_000;

  private final HttpConnection connection;
  private final ConnectionMeters meters;
  private final @Nullable FrameScanner frames;
  private boolean saidGoodbye;
  private boolean saidLast;
  private boolean cut;

  private Http2Gate(
      HttpConnection connection,
      Entry entry,
      Supplier<LimitsConfig> limits,
      ConnectionMeters meters) {
    super(connection, entry, limits);
    this.connection = connection;
    this.meters = meters;
    this.frames = channel().pipeline().get(FrameScanner.class);
  }

  /** Puts a gate before a connection whose settings were just read. */
  public static Http2Gate install(
      HttpConnection connection,
      Entry entry,
      Supplier<LimitsConfig> limits,
      ConnectionMeters meters) {
    Http2Gate gate = new Http2Gate(connection, entry, limits, meters);
    Channel channel = gate.channel();
    gate.standBefore(channel);
    StreamNotes.install(channel);
    channel
        .pipeline()
        .addBefore("handler", "clockwise.joins", new FrameJoin())
        .addBefore("handler", "clockwise.flushes", new FlushConsolidationHandler(FLUSHES, true));
    gate.watchFrames();
    connection.exceptionHandler(gate::broken);
    gate.startClocks();
    return gate;
  }

  private void watchFrames() {
    if (frames == null) {
      return;
    }
    Frames watch = new Frames();
    frames.watch(watch);
    Channel channel = channel();
    ResetFilter resets =
        new ResetFilter(
            frames,
            channel.pipeline().get(Http2ConnectionHandler.class).connection(),
            () -> watch.broken(Http2Error.ENHANCE_YOUR_CALM));
    channel.pipeline().addBefore("handler", "clockwise.resets", resets);
  }

  @Override
  public boolean isHttp2() {
    return true;
  }

  @Override
  boolean isBetweenRequests() {
    return true;
  }

  /* A client that knows that it is to leave is closed at once; any other one hears it first. */
  @Override
  void idleTooLong() {
    if (saidGoodbye) {
      close();
    } else {
      sayGoodbye();
      idle().lookAgain(HEARING_NANOS);
    }
  }

  /* RFC 9113 section 6.8: a first GOAWAY names no stream, so that those under way are served; the
  last one follows when the client has seen the first, which the answer to a PING behind it shows. */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the connection tells of its end
  void sayGoodbye() {
    if (!saidGoodbye && !cut) {
      saidGoodbye = true;
      goAway(Integer.MAX_VALUE, Http2Error.NO_ERROR);
      connection.ping(Buffer.buffer(new byte[8])).onSuccess(seen -> sayLast());
    }
  }

  /** Refuses new streams; those that run go on, and their end is the connection's. */
  @SuppressWarnings("FutureReturnValueIgnored") // the connection tells of its end
  private void sayLast() {
    Http2Connection streams = streams();
    if (!saidLast && !cut && streams != null) {
      saidLast = true;
      goAway(streams.remote().lastStreamCreated(), Http2Error.NO_ERROR);
      connection.shutdown(LONG.toSeconds(), TimeUnit.SECONDS);
    }
  }

  /* Streams that are still open are not waited for any more. */
  @Override
  void close() {
    sayLast();
    connection.shutdown(0, TimeUnit.SECONDS);
  }

  @Override
  void headTooSlow() {
    cut(ConnectionMeters.Cut.SLOW_HEAD, Http2Error.ENHANCE_YOUR_CALM);
  }

  private void cut(ConnectionMeters.Cut why, Http2Error error) {
    if (cut) {
      return;
    }
    cut = true;
    meters.cut(why);
    if (frames != null) {
      frames.drop();
    }
    Http2Connection streams = streams();
    if (streams == null) {
      close();
    } else {
      goAway(streams.remote().lastStreamCreated(), error).addListener(said -> close());
    }
  }

  private @Nullable Http2Connection streams() {
    Http2ConnectionHandler handler = channel().pipeline().get(Http2ConnectionHandler.class);
    return handler == null ? null : handler.connection();
  }

  private ChannelFuture goAway(int lastStream, Http2Error error) {
    ChannelHandlerContext server = channel().pipeline().context(Http2ConnectionHandler.class);
    ChannelFuture said =
        ((Http2ConnectionHandler) server.handler())
            .goAway(server, lastStream, error.code(), Unpooled.EMPTY_BUFFER, server.newPromise());
    server.flush();
    return said;
  }

  /* The HTTP server has said goodbye and closes already. */
  private void broken(Throwable cause) {
    PeerFault.handle(cause);
    if (!cut && cause instanceof Http2Exception fault) {
      cut = true;
      meters.cut(
          fault.error() == Http2Error.ENHANCE_YOUR_CALM
              ? ConnectionMeters.Cut.FLOOD
              : ConnectionMeters.Cut.PROTOCOL_ERROR);
    }
  }

  private final class Frames implements FrameScanner.Watch {
    @Override
    public void read(boolean headOpen) {
      if (headOpen) {
        limitHead();
      } else {
        dropHeadDeadline();
      }
    }

    @Override
    public void broken(Http2Error error) {
      cut(
          error == Http2Error.ENHANCE_YOUR_CALM
              ? ConnectionMeters.Cut.FLOOD
              : ConnectionMeters.Cut.PROTOCOL_ERROR,
          error);
    }
  }
}
