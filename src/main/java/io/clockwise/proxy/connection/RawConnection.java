package io.clockwise.proxy.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a backend that speaks HTTP/1.1, used on its bytes: nothing of the HTTP client
 * sees them. One object for each connection, for one exchange after the other.
 */
public final class RawConnection extends ChannelInboundHandlerAdapter {
  private static final String NAME = "clockwise.raw";

  /** What one exchange hears of its connection. */
  public interface Reader {
    /** Takes bytes, which it has to release. */
    void received(ByteBuf bytes);

    /** Says that nothing more has come for now. */
    void receivedAll();

    /** Says that the connection takes bytes again, or no more of them for now. */
    void writabilityChanged(boolean writable);

    /**
     * Says that the connection is over; nothing more is heard of it.
     *
     * @param cause null: the backend closed it
     */
    void lost(@Nullable Throwable cause);
  }

  private final BackendConnections owner;
  private final Line line;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Reader reader;
  private boolean servedBefore;

  private RawConnection(BackendConnections owner, Line line) {
    this.owner = owner;
    this.line = line;
  }

  /** Returns that of a connection, of which one exchange has begun. */
  static RawConnection of(BackendConnections owner, Line line) {
    RawConnection there = line.raw();
    if (there == null) {
      there = new RawConnection(owner, line);
      line.raw(there);
      ChannelPipeline pipeline = BackendGate.channelOf(line.connection()).pipeline();
      pipeline.addBefore("codec", NAME, there);
    }
    there.servedBefore = line.requests() > 0;
    return there;
  }

  /** Begins to be read for an exchange. */
  public void begin(Reader exchange) {
    reader = exchange;
    line.countRequest();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  /** Returns where bytes are written: behind it there is TLS, or the socket. */
  public ChannelHandlerContext context() {
    return Objects.requireNonNull(context);
  }

  /** Returns the connection's number, which no other connection to a backend has. */
  public long number() {
    return line.number();
  }

  /** Tells whether a request before the present one was sent on it. */
  public boolean servedBefore() {
    return servedBefore;
  }

  /** Gives it back after a whole exchange, to be used again. */
  public void release(long nowNanos) {
    reader = null;
    Channel channel = context().channel();
    if (!channel.config().isAutoRead()) {
      channel.config().setAutoRead(true);
    }
    owner.left(line, false, nowNanos);
  }

  /** Ends it: the exchange on it is not whole. */
  public void close() {
    reader = null;
    line.close();
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    Reader exchange = reader;
    if (exchange != null) {
      exchange.received((ByteBuf) message);
    } else {
      from.fireChannelRead(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext from) {
    Reader exchange = reader;
    if (exchange != null) {
      exchange.receivedAll();
    } else {
      from.fireChannelReadComplete();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext from) {
    Reader exchange = reader;
    if (exchange != null) {
      exchange.writabilityChanged(from.channel().isWritable());
    }
    from.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext from) {
    lose(null);
    from.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
    if (!lose(cause)) {
      from.fireExceptionCaught(cause);
    }
  }

  private boolean lose(@Nullable Throwable cause) {
    Reader exchange = reader;
    close(); // first: it must not be handed on
    if (exchange != null) {
      exchange.lost(cause);
    }
    return exchange != null;
  }
}
