package io.clockwise.proxy.gate;

import io.clockwise.config.LimitsConfig;
import io.clockwise.proxy.policy.FailureResponder;
import io.clockwise.proxy.policy.FieldRules;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.headers.HeadersAdaptor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
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
  private final FailureResponder failures;
  private final Http1Passage passage;
  private final HalfClose halfClose = new HalfClose(this);
  private boolean reading;
  private boolean headBegun;
  private boolean sealed;
  private boolean dropping;
  private long begun;
  private long decoded;
  private Runnable whenOver = () -> {};
  private BooleanSupplier held = () -> false;

  private Http1Gate(
      HttpConnection connection,
      Entry entry,
      Supplier<LimitsConfig> limits,
      FailureResponder failures) {
    super(connection, entry, limits);
    this.failures = failures;
    this.passage = Http1Passage.install(channel(), limits);
  }

  /** Puts a gate in front of a connection that was just accepted. */
  public static Http1Gate install(
      HttpConnection connection,
      Entry entry,
      Supplier<LimitsConfig> limits,
      FailureResponder failures) {
    Http1Gate gate = new Http1Gate(connection, entry, limits, failures);
    Channel channel = gate.channel();
    gate.standBefore(channel);
    channel.pipeline().addBefore("httpDecoder", "clockwise.bytes", gate.new Bytes());
    channel.pipeline().addBefore("clockwise.passage", "clockwise.messages", gate.new Messages());
    channel.pipeline().addBefore("clockwise.passage", "clockwise.end", gate.halfClose);
    gate.startClocks();
    return gate;
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
    super.requestBegun();
    begun++;
  }

  @Override
  public void requestOver(long nowNanos) {
    super.requestOver(nowNanos);
    halfClose.requestOver();
    whenOver.run();
  }

  /** Tells whether a request that came whole waits for its answer, or the rest of it. */
  boolean isAnswerDue() {
    return (running() > 0 || held.getAsBoolean()) && !reading;
  }

  /** Names what is told when a request is over that passed here. */
  public void whenRequestOver(Runnable action) {
    whenOver = action;
  }

  /** Names what tells whether more was received that did not pass here yet. */
  public void holds(BooleanSupplier more) {
    held = more;
  }

  /** Says whether a part of a request that did not pass here is being read. */
  public void reading(boolean now) {
    reading = now;
  }

  /** Says that bytes were written past the gate; of the head of a last answer, perhaps. */
  public void wrote(boolean answer) {
    halfClose.wrote(answer);
  }

  /** Tells whether no later request may pass. */
  public boolean isSealed() {
    return sealed;
  }

  /** Tells whether no request runs. */
  public boolean isIdle() {
    return running() == 0;
  }

  /** Returns how many requests the decoder has read. */
  public long requests() {
    return decoded;
  }

  /** Says that a part of a head has come that did not pass here. */
  public void headBegun() {
    limitHead();
  }

  @Override
  public boolean asksWebSocket(HttpServerRequest request) {
    return Http1Passage.asks(request);
  }

  @Override
  public void interim(HttpServerRequest request, int status, MultiMap fields) {
    if (request.version() != io.vertx.core.http.HttpVersion.HTTP_1_0) {
      passage.write(status, fields);
    }
  }

  @Override
  public @Nullable MultiMap trailers(HttpServerRequest request) {
    HttpHeaders trailers = passage.trailers(begun);
    return trailers == null ? null : new HeadersAdaptor(trailers);
  }

  @Override
  public void stay() {
    passage.stay();
  }

  @Override
  public void switchProtocols(MultiMap fields, ChannelHandler next) {
    passage.switchProtocols(fields, next);
  }

  @Override
  public boolean isBetweenRequests() {
    return !reading;
  }

  @Override
  void idleTooLong() {
    close();
  }

  @Override
  void sayGoodbye() {
    // the next answer does
  }

  @Override
  void headTooSlow() {
    sealed = true;
    byte[] answer = failures.headTimeout().getBytes();
    channel()
        .pipeline()
        .context("clockwise.bytes")
        .writeAndFlush(Unpooled.wrappedBuffer(answer))
        .addListener(ChannelFutureListener.CLOSE);
  }

  /** Says that a head is complete. */
  public void headOver() {
    headBegun = false;
    dropHeadDeadline();
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
      if (headBegun && running() == 0) {
        limitHead();
      }
      context.fireChannelReadComplete();
    }
  }

  private final class Messages extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (Opening.isMade(message)) {
        return; // it has done what it was made for
      }
      if (message instanceof HttpRequest request) {
        headOver();
        dropping = sealed;
        reading = true;
        decoded++;
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
