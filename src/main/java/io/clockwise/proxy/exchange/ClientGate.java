package io.clockwise.proxy.exchange;

import io.clockwise.config.LimitsConfig;
import io.clockwise.model.IpText;
import io.clockwise.proxy.policy.FailureResponder;
import io.clockwise.proxy.policy.FieldRules;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What stands between a client's socket and the HTTP server: the clocks of the connection, and what
 * must be known before a request is understood.
 *
 * <p>This is the only class that reaches into the pipeline of the HTTP server.
 */
public final class ClientGate {
  /*
   * Two handlers. The first sees bytes, before the decoder: a byte while no request is being read
   * begins a head, and its deadline. The second sees decoded messages, before the HTTP server: it
   * ends the deadline, marks versions that are not spoken, makes "Connection: x, close" mean close,
   * and lets nothing pass behind the last request. A deadline is scheduled only for a head that
   * came in more than one read; the idle clock is one task that looks again when it fires.
   */
  private static final AttributeKey<ClientGate> KEY = AttributeKey.valueOf("clockwise.gate");

  private final Channel channel;
  private final Supplier<LimitsConfig> limits;
  private final FailureResponder failures;
  private final byte[] peer;
  private final String peerText;
  private boolean reading;
  private boolean headBegun;
  private boolean sealed;
  private boolean dropping;
  private int running;
  private long idleSinceNanos = System.nanoTime();
  private @Nullable ScheduledFuture<?> headTimer;
  private @Nullable ScheduledFuture<?> idleTimer;

  private ClientGate(Channel channel, Supplier<LimitsConfig> limits, FailureResponder failures) {
    this.channel = channel;
    this.limits = limits;
    this.failures = failures;
    this.peer =
        channel.remoteAddress() instanceof InetSocketAddress inet
            ? inet.getAddress().getAddress()
            : new byte[4];
    this.peerText = IpText.of(peer);
  }

  /** Puts a gate in front of a connection that was just accepted. */
  public static ClientGate install(
      HttpConnection connection, Supplier<LimitsConfig> limits, FailureResponder failures) {
    Channel channel = channelOf(connection);
    ClientGate gate = new ClientGate(channel, limits, failures);
    channel.attr(KEY).set(gate);
    channel.pipeline().addBefore("httpDecoder", "clockwise.bytes", gate.new Bytes());
    channel.pipeline().addBefore("handler", "clockwise.messages", gate.new Messages());
    channel.closeFuture().addListener(closed -> gate.closed());
    gate.scheduleIdle(limits.get().keepAliveIdle().toNanos());
    return gate;
  }

  /** Returns the gate of a connection. */
  static ClientGate of(HttpConnection connection) {
    return channelOf(connection).attr(KEY).get();
  }

  private static Channel channelOf(HttpConnection connection) {
    return ((ConnectionBase) connection).channel();
  }

  /** Returns the address of the socket's other end, 4 or 16 bytes; not to be changed. */
  @SuppressWarnings("MutableMethodReturnType")
  public byte[] peer() {
    return peer;
  }

  /** Returns the text of that address. */
  public String peerText() {
    return peerText;
  }

  /** Returns the port on which the connection was accepted. */
  int localPort() {
    return channel.localAddress() instanceof InetSocketAddress inet ? inet.getPort() : 0;
  }

  /** Lets no later request pass. */
  void seal() {
    sealed = true;
  }

  void requestBegun() {
    running++;
  }

  void requestOver() {
    running--;
    idleSinceNanos = System.nanoTime();
  }

  /** Ends the connection so that the client cannot take it for a regular end. */
  void reset() {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    close();
  }

  private void closed() {
    cancel(headTimer);
    cancel(idleTimer);
  }

  private static void cancel(@Nullable ScheduledFuture<?> timer) {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  private void scheduleIdle(long nanos) {
    idleTimer = channel.eventLoop().schedule(this::checkIdle, nanos, TimeUnit.NANOSECONDS);
  }

  private void checkIdle() {
    long limitNanos = limits.get().keepAliveIdle().toNanos();
    boolean busy = running > 0 || reading || headTimer != null;
    long restNanos = busy ? limitNanos : idleSinceNanos + limitNanos - System.nanoTime();
    if (restNanos > 0) {
      scheduleIdle(restNanos);
    } else {
      close();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the close future tells of the end
  private void close() {
    channel.close();
  }

  private void headTooSlow() {
    sealed = true;
    byte[] answer = failures.headTimeout().getBytes();
    channel
        .pipeline()
        .firstContext()
        .writeAndFlush(Unpooled.wrappedBuffer(answer))
        .addListener(ChannelFutureListener.CLOSE);
  }

  private void headOver() {
    headBegun = false;
    cancel(headTimer);
    headTimer = null;
  }

  private final class Bytes extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
      if (!reading) {
        headBegun = true;
      }
      context.fireChannelRead(bytes);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      if (headBegun && headTimer == null && running == 0) {
        headTimer =
            channel
                .eventLoop()
                .schedule(
                    ClientGate.this::headTooSlow,
                    limits.get().headTimeout().toNanos(),
                    TimeUnit.NANOSECONDS);
      }
      context.fireChannelReadComplete();
    }
  }

  private final class Messages extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpRequest request) {
        headOver();
        dropping = sealed;
        reading = true;
        check(request);
      }
      if (message instanceof LastHttpContent) {
        reading = false;
        headOver();
      }
      if (dropping) {
        ReferenceCountUtil.release(message);
      } else {
        context.fireChannelRead(message);
      }
    }

    private void check(HttpRequest request) {
      if (request.decoderResult().isFailure()) {
        sealed = true;
        return;
      }
      HttpVersion version = request.protocolVersion();
      if (!version.text().equals("HTTP/1.1") && !version.text().equals("HTTP/1.0")) {
        request.setProtocolVersion(HttpVersion.HTTP_1_1); // the answer's
        request.setDecoderResult(DecoderResult.failure(new UnknownVersionException(version)));
        sealed = true;
        return;
      }
      HttpHeaders fields = request.headers();
      String options = fields.get(HttpHeaderNames.CONNECTION);
      if (options != null && FieldRules.listsToken(fields.getAll("connection"), "close")) {
        List<String> apart = new ArrayList<>();
        apart.add("close"); // where the HTTP server looks for it
        apart.addAll(fields.getAll(HttpHeaderNames.CONNECTION));
        fields.set(HttpHeaderNames.CONNECTION, apart);
        sealed = true;
      }
    }
  }

  /** A request in a version of HTTP that is not spoken here. */
  static final class UnknownVersionException extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownVersionException(HttpVersion version) {
      super(version.text(), null, false, false);
    }
  }
}
