package io.clockwise.proxy.gate;

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
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.http.HttpConnection;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The gate of an HTTP/1 connection: its clocks, and what must be known before a request is
 * understood.
 *
 * <p>It reaches into the pipeline of the HTTP server.
 */
public final class Http1Gate extends ClientGate {
  /*
   * Two handlers. The first sees bytes, before the decoder: a byte while no request is being read
   * begins a head, and its deadline. The second sees decoded messages, before the HTTP server: it
   * ends the deadline, marks versions that are not spoken, makes "Connection: x, close" mean close,
   * and lets nothing pass behind the last request. A deadline is scheduled only for a head that
   * came in more than one read; the idle clock is one task that looks again when it fires.
   */
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

  private Http1Gate(Channel channel, Supplier<LimitsConfig> limits, FailureResponder failures) {
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
  public static Http1Gate install(
      HttpConnection connection, Supplier<LimitsConfig> limits, FailureResponder failures) {
    Channel channel = channelOf(connection);
    Http1Gate gate = new Http1Gate(channel, limits, failures);
    gate.standBefore(channel);
    channel.pipeline().addBefore("httpDecoder", "clockwise.bytes", gate.new Bytes());
    channel.pipeline().addBefore("handler", "clockwise.messages", gate.new Messages());
    channel.closeFuture().addListener(closed -> gate.closed());
    gate.scheduleIdle(limits.get().keepAliveIdle().toNanos());
    return gate;
  }

  @Override
  @SuppressWarnings("MutableMethodReturnType")
  public byte[] peer() {
    return peer;
  }

  @Override
  public String peerText() {
    return peerText;
  }

  @Override
  public int localPort() {
    return channel.localAddress() instanceof InetSocketAddress inet ? inet.getPort() : 0;
  }

  @Override
  public @Nullable TlsFacts tls() {
    return null;
  }

  @Override
  public boolean isHttp2() {
    return false;
  }

  @Override
  public void seal() {
    sealed = true;
  }

  @Override
  public void requestBegun() {
    running++;
  }

  @Override
  public void requestOver() {
    running--;
    idleSinceNanos = System.nanoTime();
  }

  @Override
  public void reset() {
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
                    Http1Gate.this::headTooSlow,
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
}
