package io.clockwise.proxy.gate;

import io.clockwise.config.LimitsConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.proxy.gate.peer.Origin;
import io.clockwise.proxy.gate.peer.TlsFacts;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What stands between a client's socket and the HTTP server, as a request sees it: who is at the
 * other end, and the clocks of the connection. Used on the connection's event loop only.
 */
public abstract class ClientGate {
  private static final AttributeKey<ClientGate> KEY = AttributeKey.valueOf("clockwise.gate");

  private final Entry entry;
  private final Channel channel;
  private final @Nullable TlsFacts tls;
  private final Supplier<LimitsConfig> limits;
  private byte @Nullable [] forwardedBlock;
  private final IdleClock idle;
  private int running;
  private @Nullable ScheduledFuture<?> headTimer;

  /**
   * Which connection a gate stands before.
   *
   * @param bind where it was accepted
   * @param number no other client connection has it
   * @param departure how it ends with its listener
   */
  public record Entry(SocketBind bind, long number, Departure departure) {}

  ClientGate(HttpConnection connection, Entry entry, Supplier<LimitsConfig> limits) {
    this.entry = entry;
    this.limits = limits;
    this.channel = channelOf(connection);
    this.idle = new IdleClock(this, channel.eventLoop(), limits, entry.departure());
    this.tls = connection.isSsl() ? TlsFacts.of(connection) : null;
  }

  /** Returns the gate of a connection. */
  public static ClientGate of(HttpConnection connection) {
    return Objects.requireNonNull(
        at(channelOf(connection)), "no gate stands before the connection");
  }

  static Channel channelOf(HttpConnection connection) {
    return ((ConnectionBase) connection).channel();
  }

  static @Nullable ClientGate at(Channel channel) {
    return channel.attr(KEY).get();
  }

  /** Returns the connection's channel. */
  public final Channel channel() {
    return channel;
  }

  final void standBefore(Channel gated) {
    gated.attr(KEY).set(this);
    Arrival.gated(gated);
  }

  /** Returns where the connection comes from. */
  public final Origin origin() {
    return Origin.of(channel);
  }

  /** Returns the address of the other end, 4 or 16 bytes; not to be changed. */
  public final byte[] peer() {
    return origin().peer();
  }

  /** Returns the text of that address. */
  public final String peerText() {
    return origin().peerText();
  }

  /** Returns the lines of the fields that tell a backend who asked, but for the host. */
  public final byte[] forwardedBlock() {
    byte[] known = forwardedBlock;
    if (known == null) {
      String text =
          "x-forwarded-for: "
              + peerText()
              + "\r\nx-forwarded-proto: "
              + scheme()
              + "\r\nx-forwarded-port: "
              + localPort()
              + "\r\n";
      known = text.getBytes(StandardCharsets.US_ASCII);
      forwardedBlock = known;
    }
    return known;
  }

  /** Returns what a client may ask of the listener now. */
  public final LimitsConfig limits() {
    return limits.get();
  }

  /** Returns the port on which the connection was accepted. */
  public final int localPort() {
    return origin().localPort();
  }

  /** Returns the bind of the listener that accepted the connection. */
  public final SocketBind bind() {
    return entry.bind();
  }

  /** Returns the connection's number, which no other client connection has. */
  public final long number() {
    return entry.number();
  }

  /** Returns what the TLS handshake told; null on a connection without TLS. */
  public final @Nullable TlsFacts tls() {
    return tls;
  }

  /** Returns the scheme that the client used: {@code http} or {@code https}. */
  public final String scheme() {
    return tls == null ? "http" : "https";
  }

  /** Tells whether the connection speaks HTTP/2: many requests at once. */
  public abstract boolean isHttp2();

  /** Lets no later request of an HTTP/1 connection pass; those that have passed go on. */
  public void seal() {
    // a stream is one request
  }

  /** Tells whether the listener is going, and the connection with it. */
  public final boolean isLeaving() {
    return entry.departure().isBegun();
  }

  /** Counts a request that runs. */
  public void requestBegun() {
    running++;
  }

  /** Counts the end of a request. */
  public void requestOver(long nowNanos) {
    running--;
    idle.requestOver(nowNanos);
  }

  /** Returns how many requests run. */
  final int running() {
    return running;
  }

  /** Tells whether no part of a request is being read that counts as one already. */
  abstract boolean isBetweenRequests();

  /** Ends the connection, which has served nobody for too long. */
  abstract void idleTooLong();

  /** Tells the client, where that can be done without an answer, to ask elsewhere from now on. */
  abstract void sayGoodbye();

  /** Ends the connection, on which a head did not come in time. */
  abstract void headTooSlow();

  /** Begins to look for idleness, until the connection closes. */
  final void startClocks() {
    channel
        .closeFuture()
        .addListener(
            closed -> {
              dropHeadDeadline();
              idle.stop();
              entry.departure().left(this);
            });
    idle.start();
    entry.departure().joined(this);
  }

  final IdleClock idle() {
    return idle;
  }

  final boolean isBusy() {
    return running > 0 || headTimer != null || !isBetweenRequests();
  }

  /** Begins the end of the connection, whose listener is going. */
  final void leave() {
    idle.leaving();
    sayGoodbye();
  }

  /** Ends the connection now; a request that runs is cut. */
  final void end() {
    if (running > 0) {
      reset();
    } else {
      close();
    }
  }

  /** Sets the deadline of a head that has begun, unless there is one. */
  final void limitHead() {
    if (headTimer == null) {
      long limitNanos = limits.get().headTimeout().toNanos();
      headTimer = channel.eventLoop().schedule(this::headTooSlow, limitNanos, TimeUnit.NANOSECONDS);
    }
  }

  /** Drops that deadline: the head is over. */
  final void dropHeadDeadline() {
    if (headTimer != null) {
      headTimer.cancel(false);
      headTimer = null;
    }
  }

  /** Tells whether a request asks for WebSocket, by an upgrade or by an extended CONNECT. */
  public boolean asksWebSocket(HttpServerRequest request) {
    return "websocket".equals(StreamNotes.protocol(request));
  }

  /** Tells whether a request asks, by an extended CONNECT, for a protocol that is not known. */
  public final boolean asksUnknown(HttpServerRequest request) {
    return isHttp2() && StreamNotes.protocol(request) != null && !asksWebSocket(request);
  }

  /** Writes the head of an interim answer to a request whose answer has not begun. */
  public void interim(HttpServerRequest request, int status, MultiMap fields) {
    StreamNotes.interim(request, status, fields);
  }

  /** Returns the fields behind the body of a request that has ended; null without any. */
  public @Nullable MultiMap trailers(HttpServerRequest request) {
    Http2Headers trailers = StreamNotes.trailers(request);
    if (trailers == null) {
      return null;
    }
    MultiMap fields = HttpHeaders.headers();
    trailers.forEach(field -> fields.add(field.getKey().toString(), field.getValue().toString()));
    return fields;
  }

  /** Says that a request which asked for WebSocket is answered as any other. */
  public void stay() {
    // a stream can be nothing else
  }

  /**
   * Answers an upgrade with status 101, and gives what follows on the connection to another
   * handler.
   */
  public void switchProtocols(MultiMap fields, ChannelHandler next) {
    throw new UnsupportedOperationException("HTTP/2 has no upgrade");
  }

  /** Ends the connection so that the client cannot take it for a regular end. */
  @SuppressWarnings("FutureReturnValueIgnored") // the close future tells of the end
  public final void reset() {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    // Past the handler of the HTTP server, which would first wait until all it wrote is taken.
    channel.pipeline().firstContext().close();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the close future tells of the end
  void close() {
    channel.close();
  }
}
