package io.clockwise.proxy.relay.front;

import io.clockwise.proxy.gate.Http1Gate;
import io.clockwise.proxy.relay.ClientEnd;
import io.clockwise.proxy.relay.RelayExchange;
import io.clockwise.proxy.relay.RelayIntake;
import io.clockwise.proxy.relay.RelayLoop;
import io.clockwise.proxy.relay.stream.BodyCourse;
import io.clockwise.proxy.relay.stream.HeldInput;
import io.clockwise.proxy.relay.stream.LastWords;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.WriteBufferWaterMark;
import io.vertx.core.net.impl.ShutdownEvent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The relay's end of one HTTP/1 connection of a client: it reads heads, relays the requests it can,
 * and hands the others, byte for byte, to the HTTP server behind it.
 */
public final class RelayFront extends ChannelDuplexHandler {
  /*
   * One request at a time has the connection: a relayed one, or one that was handed over. What
   * comes meanwhile is held here, a little of it; then nothing more is read. A request that was
   * handed over gives the connection back when it is over and the HTTP server has read exactly it.
   */

  /* A slow client costs this much and one read, before its backend is held back. */
  private static final WriteBufferWaterMark UNSENT = new WriteBufferWaterMark(4096, 16 * 1024);

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
  private final ClientEnd end;
  private final HeldInput input = new HeldInput();
  private @Nullable HandedRequests handed;
  private @Nullable LastWords lastWords;
  private State state = State.FREE;
  private @Nullable ChannelHandlerContext context;
  private @Nullable RelayExchange exchange;
  private @Nullable ShutdownEvent shutdown;
  private boolean busy;

  private RelayFront(RelayLoop loop, Http1Gate gate) {
    this.loop = loop;
    this.gate = gate;
    this.end = new ConnectionEnd(loop, gate, this);
  }

  /** Puts one before the HTTP server of a connection; false: its place is not as it is known. */
  public static boolean install(RelayLoop loop, Http1Gate gate) {
    if (!RelaySeams.fits(gate.channel().pipeline())) {
      return false;
    }
    RelayFront front = new RelayFront(loop, gate);
    gate.channel().config().setWriteBufferWaterMark(UNSENT);
    gate.channel().pipeline().addBefore("clockwise.bytes", "clockwise.relay", front);
    gate.whenRequestOver(front::handedOver);
    gate.holds(() -> front.input.size() > 0);
    return true;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  ChannelHandlerContext context() {
    return Objects.requireNonNull(context);
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    if (!(message instanceof ByteBuf bytes)) {
      from.fireChannelRead(message);
      return;
    }
    input.add(bytes);
    if (state != State.FREE
        || input.hasHeadEnd()
        || input.size() >= RelayIntake.mostBytes(gate.limits())) {
      work();
    }
  }

  /** Does what can be done with what was received. */
  void work() {
    if (busy) {
      return; // the loop below goes on
    }
    busy = true;
    try {
      boolean goesOn = true;
      for (ByteBuf bytes = input.bytes(); bytes != null && goesOn; bytes = input.bytes()) {
        goesOn = step(bytes);
      }
    } finally {
      busy = false;
    }
    input.trim();
    input.throttle(context().channel(), state != State.FREE);
  }

  /** Does one step; false: more bytes, or the end of a request, must come first. */
  private boolean step(ByteBuf bytes) {
    return switch (state) {
      case FREE -> head(bytes);
      case RELAYING -> Objects.requireNonNull(exchange).feed(bytes);
      case HANDED -> handedBody(bytes);
      case GONE -> {
        handed().body(bytes.readRetainedSlice(bytes.readableBytes()));
        yield true;
      }
      case ENDING -> {
        LastWords.read(lastWords, bytes);
        yield true;
      }
    };
  }

  private boolean handedBody(ByteBuf bytes) {
    boolean moved = handed().move(bytes);
    if (handed().isMalformed()) {
      state = State.GONE;
    }
    return moved;
  }

  private HandedRequests handed() {
    HandedRequests known = handed;
    if (known == null) {
      known = new HandedRequests(context(), loop.head());
      handed = known;
    }
    return known;
  }

  private boolean head(ByteBuf bytes) {
    if (gate.isSealed()) {
      state = State.ENDING;
      return true;
    }
    RelayIntake intake = loop.intake();
    RelayIntake.Verdict verdict = intake.read(bytes, gate);
    if (verdict == RelayIntake.Verdict.UNFINISHED) {
      input.awaitHeadEnd();
      return false;
    }
    input.headRead();
    gate.headOver();
    switch (verdict) {
      case REFUSED -> intake.refuse(end, relaying(intake));
      case RELAYED -> {
        bytes.skipBytes(intake.length());
        intake.begin(end, relaying(intake));
      }
      case HANDED -> {
        state = State.HANDED;
        handed().begin(intake.request().parser(), bytes.readRetainedSlice(intake.length()));
      }
      default -> state = State.GONE;
    }
    return true;
  }

  private RelayExchange relaying(RelayIntake intake) {
    RelayExchange taken = intake.take();
    exchange = taken;
    state = State.RELAYING;
    return taken;
  }

  /* The HTTP server is done with a request. */
  private void handedOver() {
    if (state != State.HANDED) {
      return;
    }
    state = handed().isWhole(gate) ? State.FREE : State.GONE;
    context().channel().config().setAutoRead(true);
    goOn();
  }

  /** Says that the relayed request is over; a rest of its body is read away before the end. */
  void exchangeOver(boolean closes, @Nullable BodyCourse rest) {
    exchange = null;
    if (closes) {
      state = State.ENDING;
      gate.seal();
      lastWords = LastWords.begin(context(), rest, gate::reset);
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
    if (handed != null) {
      handed.readComplete();
    }
    if (exchange != null) {
      exchange.flush();
    } else if (state == State.FREE && input.size() > 0 && gate.isIdle()) {
      gate.headBegun();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext from) {
    readComplete();
  }

  /** Ends the connection so that the client cannot take it for a regular end. */
  void reset() {
    exchange = null;
    state = State.ENDING;
    gate.seal();
    gate.reset();
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
    clientGone();
    dropInput();
    from.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
    clientGone();
    from.fireExceptionCaught(cause);
  }

  private void clientGone() {
    RelayExchange running = exchange;
    if (running != null) {
      running.clientGone();
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext from) {
    dropInput();
  }

  private void dropInput() {
    if (!busy) {
      input.drop();
    }
    if (state != State.RELAYING) {
      state = state == State.GONE ? State.GONE : State.ENDING;
    }
  }
}
