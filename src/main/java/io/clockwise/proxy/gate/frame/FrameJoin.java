package io.clockwise.proxy.gate.frame;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins small pieces of frames that go to a client between two flushes into one: the socket takes
 * one piece for many with a fraction of the work.
 */
public final class FrameJoin extends ChannelDuplexHandler {
  /** Pieces up to this size are copied; a copy costs less than a piece of its own. */
  private static final int SMALL_BYTES = 1024;

  private static final int JOINED_BYTES = 16 * 1024;

  private @Nullable ByteBuf joined;
  private List<ChannelPromise> waiting = new ArrayList<>();

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // it is the promise's
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf bytes && bytes.readableBytes() <= SMALL_BYTES) {
      join(context, bytes, promise);
    } else {
      passOn(context);
      context.write(message, promise);
    }
  }

  private void join(ChannelHandlerContext context, ByteBuf bytes, ChannelPromise promise) {
    ByteBuf into = joined;
    if (into == null || into.maxFastWritableBytes() < bytes.readableBytes()) {
      passOn(context);
      into = context.alloc().directBuffer(JOINED_BYTES, JOINED_BYTES);
      joined = into;
    }
    into.writeBytes(bytes);
    bytes.release();
    if (!promise.isVoid()) {
      waiting.add(promise);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a failure comes as an exception of the channel
  private void passOn(ChannelHandlerContext context) {
    ByteBuf bytes = joined;
    if (bytes == null) {
      return;
    }
    joined = null;
    List<ChannelPromise> told = waiting;
    if (told.isEmpty()) {
      context.write(bytes, context.voidPromise());
      return;
    }
    waiting = new ArrayList<>(told.size());
    context
        .write(bytes)
        .addListener(
            done -> {
              for (ChannelPromise each : told) {
                if (done.isSuccess()) {
                  each.trySuccess();
                } else {
                  each.tryFailure(done.cause());
                }
              }
            });
  }

  @Override
  public void flush(ChannelHandlerContext context) {
    passOn(context);
    context.flush();
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // it is the promise's
  public void close(ChannelHandlerContext context, ChannelPromise promise) {
    passOn(context);
    context.close(promise);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    passOn(context); // which fails, and says so to those who wait
    context.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    passOn(context);
  }
}
