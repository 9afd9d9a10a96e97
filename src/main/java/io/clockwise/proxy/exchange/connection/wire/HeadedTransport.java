package io.clockwise.proxy.exchange.connection.wire;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.netty.handler.codec.haproxy.HAProxyMessageEncoder;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.spi.transport.Transport;
import java.net.SocketAddress;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Another transport, with headers before everything else on connections to a {@link HeadedAddress}.
 */
public final class HeadedTransport implements Transport {
  /*
   * Vert.x has no hook for a channel of a client. It converts the address on the event loop and
   * connects in the same turn: the next channel that this thread makes is that connection's.
   */
  private static final ThreadLocal<ProxyHeader> NEXT = new ThreadLocal<>();

  private final Transport actual;

  private HeadedTransport(Transport actual) {
    this.actual = actual;
  }

  /** Returns a transport that is another one, with headers. */
  public static io.vertx.core.transport.Transport over(io.vertx.core.transport.Transport other) {
    return new Named(other, new HeadedTransport(other.implementation()));
  }

  /** Returns the native transport where there is one, else the one of the JDK. */
  public static io.vertx.core.transport.Transport best() {
    io.vertx.core.transport.Transport best = io.vertx.core.transport.Transport.nativeTransport();
    return best != null && best.available() ? best : io.vertx.core.transport.Transport.NIO;
  }

  /** A transport as Vert.x is made with. */
  private record Named(io.vertx.core.transport.Transport other, HeadedTransport implementation)
      implements io.vertx.core.transport.Transport {
    @Override
    public String name() {
      return other.name();
    }

    @Override
    public boolean available() {
      return other.available();
    }

    @Override
    public @Nullable Throwable unavailabilityCause() {
      return other.unavailabilityCause();
    }
  }

  @Override
  public SocketAddress convert(io.vertx.core.net.SocketAddress address) {
    if (address instanceof HeadedAddress headed) {
      NEXT.set(headed.header());
      return actual.convert(headed.address());
    }
    NEXT.remove();
    return actual.convert(address);
  }

  @Override
  public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
    ChannelFactory<? extends Channel> plain = actual.channelFactory(domainSocket);
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

  @Override
  public boolean supportsDomainSockets() {
    return actual.supportsDomainSockets();
  }

  @Override
  public boolean supportFileRegion() {
    return actual.supportFileRegion();
  }

  @Override
  public boolean isAvailable() {
    return actual.isAvailable();
  }

  @Override
  public @Nullable Throwable unavailabilityCause() {
    return actual.unavailabilityCause();
  }

  @Override
  public io.vertx.core.net.@Nullable SocketAddress convert(SocketAddress address) {
    return actual.convert(address);
  }

  @Override
  public IoHandlerFactory ioHandlerFactory() {
    return actual.ioHandlerFactory();
  }

  @Override
  public EventLoopGroup eventLoopGroup(
      int type, int threads, ThreadFactory threadFactory, int ioRatio) {
    return actual.eventLoopGroup(type, threads, threadFactory, ioRatio);
  }

  @Override
  @SuppressWarnings("deprecation") // what the interface has
  public DatagramChannel datagramChannel(InternetProtocolFamily family) {
    return actual.datagramChannel(family);
  }

  @Override
  public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
    return actual.datagramChannelFactory();
  }

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
    return actual.serverChannelFactory(domainSocket);
  }

  @Override
  public void configure(DatagramChannel channel, DatagramSocketOptions options) {
    actual.configure(channel, options);
  }

  @Override
  public void configure(TcpConfig config, boolean domainSocket, Bootstrap bootstrap) {
    actual.configure(config, domainSocket, bootstrap);
  }

  @Override
  public void configure(TcpConfig config, boolean domainSocket, ServerBootstrap bootstrap) {
    actual.configure(config, domainSocket, bootstrap);
  }
}
