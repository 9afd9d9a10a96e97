package io.clockwise.proxy.relay;

import io.clockwise.config.LimitsConfig;
import io.clockwise.proxy.gate.Http1Gate;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.wire.FieldName;
import io.clockwise.proxy.wire.HeadFault;
import io.clockwise.proxy.wire.HeadFields;
import io.clockwise.proxy.wire.RequestHeadParser;
import io.clockwise.route.Decision;
import io.clockwise.route.RoutingTable;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.net.impl.ShutdownEvent;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The relay's end of one HTTP/1 connection of a client: it reads heads, relays the requests it can,
 * and hands the others, byte for byte, to the HTTP server behind it.
 */
public final class RelayFront extends ChannelDuplexHandler implements BodyCourse.Target {
  /*
   * One request at a time has the connection: a relayed one, or one that was handed over. What
   * comes meanwhile is held here, a little of it; then nothing more is read. A request that was
   * handed over gives the connection back when it is over and the HTTP server has read exactly it.
   */
  private static final int MOST_HELD_BYTES = 64 * 1024;
  private static final long LINGER_MILLIS = 1_000;

  /** Beyond the limits of a head: ends of lines, an empty line before it. */
  private static final int SPARE_BYTES = 64;

  /* A slow client costs this much and one read, before its backend is held back. */
  private static final WriteBufferWaterMark UNSENT = new WriteBufferWaterMark(4096, 16 * 1024);

  private static final BodyCourse.Target NOWHERE =
      new BodyCourse.Target() {
        @Override
        public void body(ByteBuf bytes) {
          bytes.release();
        }

        @Override
        public void trailers(HeadFields fields) {
          // as all of the body
        }
      };

  /** Whose the connection is. */
  private enum State {
    /** Nobody's: a head is awaited. */
    FREE,
    /** A relayed request's. */
    RELAYING,
    /** A request's that the HTTP server has. */
    HANDED,
    /** The HTTP server's, for good. */
    GONE,
    /** It ends; what comes is dropped. */
    ENDING
  }

  private final RelayLoop loop;
  private final Http1Gate gate;
  private @Nullable BodyCourse handed;
  private @Nullable BodyCourse leftover;
  private State state = State.FREE;
  private @Nullable ChannelHandlerContext context;
  private @Nullable RelayExchange exchange;
  private @Nullable ByteBuf input;
  private @Nullable ShutdownEvent shutdown;
  private long passed;
  private boolean busy;
  private boolean fired;
  private boolean throttled;

  private RelayFront(RelayLoop loop, Http1Gate gate) {
    this.loop = loop;
    this.gate = gate;
  }

  /** Puts one before the HTTP server of a connection, in front of its gate. */
  public static void install(RelayLoop loop, Http1Gate gate) {
    RelayFront front = new RelayFront(loop, gate);
    gate.channel().config().setWriteBufferWaterMark(UNSENT);
    gate.channel().pipeline().addBefore("clockwise.bytes", "clockwise.relay", front);
    gate.whenRequestOver(front::handedOver);
    gate.holds(front::holdsInput);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  ChannelHandlerContext context() {
    return Objects.requireNonNull(context);
  }

  Http1Gate gate() {
    return gate;
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    if (!(message instanceof ByteBuf bytes)) {
      from.fireChannelRead(message);
      return;
    }
    ByteBuf before = input;
    boolean line = before == null || state != State.FREE || hasLineEnd(bytes);
    input = before == null ? bytes : joined(before, bytes);
    if (line || input.readableBytes() > gate.limits().requestLine()) {
      work();
    }
  }

  /* A head in many parts is not read again for each of them. */
  private static boolean hasLineEnd(ByteBuf bytes) {
    return bytes.readableBytes() > SPARE_BYTES
        || bytes.indexOf(bytes.readerIndex(), bytes.writerIndex(), (byte) '\n') >= 0;
  }

  private static ByteBuf joined(ByteBuf before, ByteBuf bytes) {
    if (before.refCnt() == 1 && before.maxWritableBytes() >= bytes.readableBytes()) {
      before.discardReadBytes();
      before.writeBytes(bytes);
      bytes.release();
      return before;
    }
    return Unpooled.wrappedBuffer(before, bytes);
  }

  /** Does what can be done with what was received. */
  private void work() {
    if (busy) {
      return; // the loop below goes on
    }
    busy = true;
    try {
      while (input != null && input.isReadable() && step(input)) {}
    } finally {
      busy = false;
    }
    ByteBuf rest = input;
    if (rest != null && !rest.isReadable()) {
      input = null;
      rest.release();
      rest = null;
    }
    throttle(rest == null ? 0 : rest.readableBytes());
  }

  /** Does one step; false: more bytes, or the end of a request, must come first. */
  private boolean step(ByteBuf bytes) {
    switch (state) {
      case FREE -> {
        return head(bytes);
      }
      case RELAYING -> {
        RelayExchange running = Objects.requireNonNull(exchange);
        return running.wantsBody() && running.feed(bytes);
      }
      case HANDED -> {
        BodyCourse body = Objects.requireNonNull(handed);
        if (body.isDone()) {
          return false;
        }
        body.move(bytes, this);
        if (body.isMalformed()) {
          state = State.GONE; // the HTTP server finds the same, and ends it
        }
        return true;
      }
      case GONE -> {
        fire(bytes.readRetainedSlice(bytes.readableBytes()));
        return true;
      }
      default -> {
        readAway(bytes);
        return true;
      }
    }
  }

  /* The end of a body that nobody wants is awaited, so that its sender sees the answer. */
  private void readAway(ByteBuf bytes) {
    BodyCourse body = leftover;
    if (body != null) {
      body.move(bytes, NOWHERE);
      if (!body.isDone() && !body.isMalformed()) {
        return;
      }
      leftover = null;
      close();
    }
    bytes.skipBytes(bytes.readableBytes());
  }

  private boolean head(ByteBuf bytes) {
    if (gate.isSealed()) {
      state = State.ENDING;
      return true;
    }
    LimitsConfig limits = gate.limits();
    RelayExchange next = loop.peek();
    RelayRequest request = next.request();
    request.parser().limits(limits);
    int most = limits.requestLine() + limits.headers() + 4 * limits.headerCount() + SPARE_BYTES;
    int length = request.read(bytes, most);
    if (length == RequestHeadParser.INCOMPLETE && bytes.readableBytes() < most) {
      return false;
    }
    gate.headOver();
    RoutingTable table = loop.scope().tables().current();
    request.begin(gate, table.config().trustedProxies());
    if (length < 0) {
      HeadFault fault = request.parser().fault();
      refuse(next, table, fault == null ? HeadFault.FIELDS_TOO_LARGE : fault);
      return true;
    }
    if (staysForGood(request)) {
      state = State.GONE;
      return true;
    }
    if (!relay(next, table, bytes, length)) {
      handOver(request, bytes, length);
    }
    return true;
  }

  /* Faults of a head leave it open where the next one begins. */
  private void refuse(RelayExchange next, RoutingTable table, HeadFault fault) {
    if (fault == HeadFault.UNSERVED_METHOD) {
      state = State.GONE; // a well-formed request, refused as any other
      return;
    }
    loop.take();
    exchange = next;
    state = State.RELAYING;
    next.refuse(this, table, ProxyFailure.of(fault.kind(), fault.detail()));
  }

  private static boolean staysForGood(RelayRequest request) {
    HeadFields fields = request.heads();
    return fields.has(FieldName.UPGRADE);
  }

  private boolean relay(RelayExchange next, RoutingTable table, ByteBuf bytes, int length) {
    RelayRequest request = next.request();
    if (!loop.isOn()
        || !request.parser().originForm()
        || request.parser().minorVersion() == 0
        || request.heads().has(FieldName.MAX_FORWARDS)) {
      return false;
    }
    Decision decision = loop.scope().router().look(table, request);
    if (decision.kind() != Decision.Kind.ROUTED) {
      return false;
    }
    RelayPlan plan =
        loop.plan(
            table,
            Objects.requireNonNull(decision.route()),
            Objects.requireNonNull(decision.pool()));
    if (!plan.isRelayed() || !next.mayBegin(table, plan)) {
      return false;
    }
    loop.take();
    bytes.skipBytes(length);
    exchange = next;
    state = State.RELAYING;
    next.begin(this, table, plan, decision);
    return true;
  }

  private void handOver(RelayRequest request, ByteBuf bytes, int length) {
    state = State.HANDED;
    passed++;
    BodyCourse body = handed == null ? new BodyCourse() : handed;
    handed = body;
    body.begin(request.parser());
    fire(bytes.readRetainedSlice(length));
  }

  @Override
  public void body(ByteBuf bytes) {
    fire(bytes);
  }

  @Override
  public void trailers(HeadFields fields) {
    HeadBytes section = loop.head().begin();
    section.addFields(RelayRequest.toMap(fields)).end();
    fire(section.toBuffer(context().alloc(), 0));
  }

  private void fire(ByteBuf bytes) {
    fired = true;
    context().fireChannelRead(bytes);
  }

  /* The HTTP server is done with a request. */
  private void handedOver() {
    if (state != State.HANDED) {
      return;
    }
    boolean whole =
        handed != null && handed.isDone() && gate.isBetweenRequests() && gate.requests() == passed;
    state = whole ? (gate.isSealed() ? State.ENDING : State.FREE) : State.GONE;
    if (!context().channel().config().isAutoRead()) {
      context().channel().config().setAutoRead(true);
    }
    goOn();
  }

  /**
   * Says that the relayed request is over.
   *
   * @param closes whether the connection ends with its answer
   * @param rest of its body, to be read away; null: nothing, or it does not matter
   */
  void exchangeOver(boolean closes, @Nullable BodyCourse rest) {
    exchange = null;
    if (closes) {
      end(rest);
    } else {
      state = State.FREE;
    }
    goOn();
  }

  private void goOn() {
    ShutdownEvent held = shutdown;
    if (held != null && state != State.RELAYING) {
      shutdown = null;
      context().fireUserEventTriggered(held);
    }
    if (busy) {
      return; // in the middle of a read
    }
    work();
    readComplete();
  }

  /** Does what is due when nothing more is read for now. */
  private void readComplete() {
    if (fired) {
      fired = false;
      context().fireChannelReadComplete();
    }
    if (exchange != null) {
      exchange.flush();
    } else if (state == State.FREE && input != null && gate.isIdle()) {
      gate.headBegun();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext from) {
    readComplete();
  }

  /* The client has a moment to take the answer. */
  private void end(@Nullable BodyCourse rest) {
    state = State.ENDING;
    leftover = rest;
    gate.seal();
    ChannelHandlerContext to = context();
    Runnable atLast;
    if (rest == null) {
      close();
      atLast = gate::reset;
    } else {
      to.flush();
      atLast = this::close;
    }
    var timer = to.executor().schedule(atLast, LINGER_MILLIS, TimeUnit.MILLISECONDS);
    to.channel().closeFuture().addListener(closed -> timer.cancel(false));
    if (!to.channel().config().isAutoRead()) {
      to.channel().config().setAutoRead(true);
    }
  }

  /** Closes when all that was written is taken. */
  private void close() {
    context().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  /** Ends the connection so that the client cannot take it for a regular end. */
  void reset() {
    exchange = null;
    state = State.ENDING;
    gate.seal();
    gate.reset();
  }

  private boolean holdsInput() {
    return input != null && input.isReadable();
  }

  private void throttle(int held) {
    boolean much = held > MOST_HELD_BYTES && state != State.FREE;
    if (much != throttled) {
      throttled = much;
      context().channel().config().setAutoRead(!much);
    }
  }

  /** Says that the relayed request takes its body from now on. */
  void resume() {
    if (!busy) {
      work();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext from) {
    if (exchange != null) {
      exchange.clientWritable(from.channel().isWritable());
    }
    from.fireChannelWritabilityChanged();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext from, Object event) {
    if (event instanceof ShutdownEvent asked && state == State.RELAYING) {
      shutdown = asked; // it would cut the answer
    } else {
      from.fireUserEventTriggered(event);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext from) {
    RelayExchange running = exchange;
    if (running != null) {
      running.clientGone();
    }
    dropInput();
    from.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
    RelayExchange running = exchange;
    if (running != null) {
      running.clientGone();
    }
    from.fireExceptionCaught(cause);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext from) {
    dropInput();
  }

  private void dropInput() {
    ByteBuf left = input;
    if (left != null && !busy) {
      input = null;
      ReferenceCountUtil.release(left);
    }
    if (state != State.RELAYING) {
      state = state == State.GONE ? State.GONE : State.ENDING;
    }
  }
}
