package io.clockwise.proxy.gate;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What becomes of an HTTP/1 client that has finished its direction of the connection. */
final class HalfClose extends ChannelDuplexHandler {
  /*
   * A client that only finished, as "printf ... | nc" does, waits for its answer; one that has gone
   * looks the same until something is written to it. So the answer has a moment to begin, and then
   * may go on while it flows: what is written to a client that has gone comes back as a reset.
   */
  private static final int BEGIN_SECONDS = 1;
  private static final int PAUSE_SECONDS = 5;

  private final Http1Gate gate;
  private boolean inputOver;
  private boolean answering;
  private boolean wrote;
  private int quietSeconds;
  private @Nullable ScheduledFuture<?> timer;

  HalfClose(Http1Gate gate) {
    this.gate = gate;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    context.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event instanceof ChannelInputShutdownEvent && !inputOver) {
      inputOver = true;
      if (gate.isAnswerDue()) {
        look(context);
      } else {
        gate.close();
      }
    }
    super.userEventTriggered(context, event);
  }

  private void look(ChannelHandlerContext context) {
    timer = context.executor().schedule(() -> second(context), 1, TimeUnit.SECONDS);
  }

  private void second(ChannelHandlerContext context) {
    quietSeconds = wrote ? 0 : quietSeconds + 1;
    wrote = false;
    if (!gate.isAnswerDue() || quietSeconds >= (answering ? PAUSE_SECONDS : BEGIN_SECONDS)) {
      gate.close();
    } else {
      look(context);
    }
  }

  /** Says that a request is over: the last one is the end of all. */
  void requestOver() {
    answering = false;
    if (inputOver && !gate.isAnswerDue()) {
      gate.close();
    }
  }

  /** Says that something was written past this; of the head of a last answer, perhaps. */
  void wrote(boolean answer) {
    wrote = true;
    answering |= answer;
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the promise is given
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    wrote = true;
    answering |= message instanceof HttpResponse head && head.status().code() >= 200;
    context.write(message, promise);
  }
}
