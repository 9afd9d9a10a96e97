package io.clockwise.proxy.exchange.tunnel;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A side of a tunnel that is a connection of its own. Put as a handler before the one that speaks
 * HTTP, it takes what comes away from it; that one still hears of the end.
 */
public final class SocketEnd extends ChannelInboundHandlerAdapter implements TunnelEnd {
  private final Deque<ByteBuf> early = new ArrayDeque<>(0);
  private @Nullable ChannelHandlerContext context;
  private @Nullable Events events;
  private boolean inputOver;
  private boolean over;

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    added.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext removed) {
    early.forEach(ByteBuf::release);
    early.clear();
  }

  @Override
  public void begin(Events receiver) {
    events = receiver;
    for (ByteBuf bytes = early.poll(); bytes != null; bytes = early.poll()) {
      receiver.bytes(bytes);
    }
    receiver.pause();
    read(true);
    if (!connection().channel().isActive()) {
      broken();
    } else if (inputOver) {
      receiver.finished();
    }
  }

  private ChannelHandlerContext connection() {
    return Objects.requireNonNull(context, "not in a pipeline yet");
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    if (events != null) {
      events.bytes(bytes);
    } else {
      early.add(bytes);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext from) {
    if (events != null) {
      events.pause();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext from) {
    if (events != null && from.channel().isWritable()) {
      events.writable();
    }
    from.fireChannelWritabilityChanged();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext from, Object event) {
    if (event instanceof ChannelInputShutdownEvent && !inputOver) {
      inputOver = true;
      if (events != null) {
        events.finished();
      }
    }
    from.fireUserEventTriggered(event);
  }

  @Override
  public void channelInactive(ChannelHandlerContext from) {
    broken();
    from.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
    broken();
    from.fireExceptionCaught(cause);
  }

  private void broken() {
    if (!over && events != null) {
      over = true;
      events.broken();
    }
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // a failure comes as an exception of the channel
  public void write(ByteBuf bytes) {
    ChannelHandlerContext to = connection();
    to.write(bytes, to.voidPromise());
  }

  @Override
  public void flush() {
    connection().flush();
  }

  @Override
  public boolean isWritable() {
    return connection().channel().isWritable();
  }

  @Override
  public void read(boolean on) {
    Channel channel = connection().channel();
    if (channel.isActive() && !inputOver) {
      channel.config().setAutoRead(on);
    }
  }

  /* TLS has no half of an end that others understand: there it is the whole. */
  @Override
  public void finish() {
    if (connection().pipeline().get(SslHandler.class) == null
        && connection().channel() instanceof DuplexChannel duplex) {
      behindAll(
          done -> duplex.shutdownOutput().addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
    } else {
      close();
    }
  }

  @Override
  public void close() {
    over = true;
    behindAll(ChannelFutureListener.CLOSE);
  }

  private void behindAll(ChannelFutureListener action) {
    connection().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(action);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // its end is told as one
  public void cut() {
    over = true;
    Channel channel = connection().channel();
    if (channel.isActive()) {
      channel.config().setOption(ChannelOption.SO_LINGER, 0);
    }
    channel.close();
  }
}
