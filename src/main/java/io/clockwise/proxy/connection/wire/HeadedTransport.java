package io.clockwise.proxy.connection.wire;

import io.clockwise.proxy.transport.LayeredTransport;
import io.clockwise.proxy.transport.NamedTransport;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.haproxy.HAProxyMessageEncoder;
import io.vertx.core.spi.transport.Transport;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Another transport, with headers before everything else on connections to a {@link HeadedAddress}.
 */
public final class HeadedTransport extends LayeredTransport {
  /*
   * Vert.x has no hook for a channel of a client. It converts the address on the event loop and
   * connects in the same turn: the next channel that this thread makes is that connection's.
   */
  private static final ThreadLocal<ProxyHeader> NEXT = new ThreadLocal<>();

  private HeadedTransport(Transport other) {
    super(other);
  }

  /** Returns a transport that is another one, with headers. */
  public static io.vertx.core.transport.Transport over(io.vertx.core.transport.Transport other) {
    return new NamedTransport(other, new HeadedTransport(other.implementation()));
  }

  @Override
  public SocketAddress convert(io.vertx.core.net.SocketAddress address) {
    if (address instanceof HeadedAddress headed) {
      NEXT.set(headed.header());
      return other().convert(headed.address());
    }
    NEXT.remove();
    return other().convert(address);
  }

  @Override
  public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
    ChannelFactory<? extends Channel> plain = other().channelFactory(domainSocket);
    return () -> {
      Channel channel = plain.newChannel();
      ProxyHeader header = NEXT.get();
      if (header != null) {
        NEXT.remove();
        channel.pipeline().addFirst(new HeaderFirst(header));
      }
      return channel;
    };
  }

  /** Writes the header when the connection is there, before anybody else hears of it. */
  private static final class HeaderFirst extends ChannelOutboundHandlerAdapter {
    private final ProxyHeader header;

    HeaderFirst(ProxyHeader header) {
      this.header = header;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // it is the promise that is listened to
    public void connect(
        ChannelHandlerContext context,
        SocketAddress remote,
        @Nullable SocketAddress local,
        ChannelPromise told) {
      ChannelPromise own = context.newPromise();
      own.addListener(
          done -> {
            if (done.isSuccess()) {
              write(context);
              told.trySuccess();
            } else {
              told.tryFailure(done.cause());
            }
          });
      context.connect(remote, local, own);
    }

    private void write(ChannelHandlerContext context) {
      context.pipeline().addFirst(HAProxyMessageEncoder.INSTANCE);
      context.writeAndFlush(header.message()).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
      context.pipeline().remove(HAProxyMessageEncoder.INSTANCE);
      context.pipeline().remove(this);
    }
  }
}
