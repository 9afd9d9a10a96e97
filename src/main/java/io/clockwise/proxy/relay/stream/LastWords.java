package io.clockwise.proxy.relay.stream;

import io.clockwise.proxy.wire.HeadFields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The end of a client's connection behind its last answer: the client has a moment to take it, and
 * a body that nobody wants is read away, so that its sender sees the answer.
 */
public final class LastWords {
  private static final long LINGER_MILLIS = 1_000;

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

  private final ChannelHandlerContext to;
  private @Nullable BodyCourse rest;

  private LastWords(ChannelHandlerContext to, @Nullable BodyCourse rest) {
    this.to = to;
    this.rest = rest;
  }

  /**
   * Begins, behind an answer that has been written.
   *
   * @param rest of a body that comes; null: none, or it does not matter
   * @param reset ends the connection of a client that takes nothing
   */
  public static LastWords begin(
      ChannelHandlerContext to, @Nullable BodyCourse rest, Runnable reset) {
    LastWords words = new LastWords(to, rest);
    if (rest == null) {
      words.close();
    } else {
      to.flush();
    }
    Runnable atLast = rest == null ? reset : words::close;
    ScheduledFuture<?> timer = to.executor().schedule(atLast, LINGER_MILLIS, TimeUnit.MILLISECONDS);
    to.channel().closeFuture().addListener(closed -> timer.cancel(false));
    to.channel().config().setAutoRead(true);
    return words;
  }

  /** Reads bytes away, which may be those that were awaited. */
  public static void read(@Nullable LastWords words, ByteBuf bytes) {
    if (words != null) {
      words.read(bytes);
    }
    bytes.skipBytes(bytes.readableBytes());
  }

  private void read(ByteBuf bytes) {
    BodyCourse body = rest;
    if (body != null) {
      body.move(bytes, NOWHERE);
      if (body.isDone() || body.isMalformed()) {
        rest = null;
        close();
      }
    }
  }

  /* When all that was written is taken. */
  private void close() {
    to.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }
}
