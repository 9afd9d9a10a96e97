package io.clockwise.proxy.front.door;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.http.HttpServerConfig;
import io.vertx.core.impl.transports.EpollTransport;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.spi.transport.Transport;
import java.net.SocketAddress;
import java.util.concurrent.ThreadFactory;

/**
 * A transport of Vert.x that puts the door of a listener before its connections; other servers of
 * the same Vert.x are as they would be without it.
 */
@SuppressWarnings("deprecation") // the interface has a deprecated type in it
public final class DoorTransport implements Transport {
  /*
   * Vert.x has no hook for a connection that was accepted, but a transport configures the bootstrap
   * of each server with that server's TCP settings. Those of our listeners carry their door, which
   * becomes the handler of the socket that accepts: it stands before the acceptor, so it sees each
   * connection before Vert.x's handlers are in it.
   */
  /** How much is read from a socket at a time, at most. */
  public static final int LARGEST_READ_BYTES = 32 * 1024;

  /*
   * Fairness and memory, for thousands of connections at a time. An event loop takes a few reads
   * from one socket and turns to the next. The kernel takes from us only a little more than it can
   * send: else each slow client would cost megabytes there, and its slowness be seen late.
   */
  private static final int READS_A_TURN = 4;
  private static final int UNSENT_BYTES = 128 * 1024;

  private final Transport platform;

  private DoorTransport(Transport platform) {
    this.platform = platform;
  }

  /** Returns the best transport that this platform has: a native one, else NIO. */
  public static io.vertx.core.transport.Transport ofPlatform() {
    io.vertx.core.transport.Transport best = io.vertx.core.transport.Transport.nativeTransport();
    boolean usable = best != null && best.available();
    return new Named(usable ? best : io.vertx.core.transport.Transport.NIO);
  }

  /** Puts a door before the connections of a server that is to be made. */
  public static void put(Door door, HttpServerConfig config) {
    config.getTcpConfig().setTransportConfig(new DoorConfig(door));
  }

  @Override
  public void configure(TcpConfig config, boolean domainSocket, ServerBootstrap bootstrap) {
    platform.configure(config, domainSocket, bootstrap);
    if (config instanceof DoorConfig ours) {
      bootstrap.handler(ours.door().acceptor());
      bootstrap.childOption(ChannelOption.RCVBUF_ALLOCATOR, reads());
      if (platform instanceof EpollTransport && !domainSocket) {
        bootstrap.childOption(EpollChannelOption.TCP_NOTSENT_LOWAT, (long) UNSENT_BYTES);
      }
    }
  }

  @Override
  public void configure(TcpConfig config, boolean domainSocket, Bootstrap bootstrap) {
    platform.configure(config, domainSocket, bootstrap);
    bootstrap.option(ChannelOption.RCVBUF_ALLOCATOR, reads());
  }

  private static RecvByteBufAllocator reads() {
    return new AdaptiveRecvByteBufAllocator(64, 2048, LARGEST_READ_BYTES)
        .maxMessagesPerRead(READS_A_TURN);
  }

  @Override
  public void configure(DatagramChannel channel, DatagramSocketOptions options) {
    platform.configure(channel, options);
  }

  @Override
  public boolean supportsDomainSockets() {
    return platform.supportsDomainSockets();
  }

  @Override
  public boolean supportFileRegion() {
    return platform.supportFileRegion();
  }

  @Override
  public boolean isAvailable() {
    return platform.isAvailable();
  }

  @Override
  public Throwable unavailabilityCause() {
    return platform.unavailabilityCause();
  }

  @Override
  public SocketAddress convert(io.vertx.core.net.SocketAddress address) {
    return platform.convert(address);
  }

  @Override
  public io.vertx.core.net.SocketAddress convert(SocketAddress address) {
    return platform.convert(address);
  }

  @Override
  public IoHandlerFactory ioHandlerFactory() {
    return platform.ioHandlerFactory();
  }

  @Override
  public EventLoopGroup eventLoopGroup(
      int type, int threads, ThreadFactory threadFactory, int ioRatio) {
    return platform.eventLoopGroup(type, threads, threadFactory, ioRatio);
  }

  @Override
  public DatagramChannel datagramChannel(InternetProtocolFamily family) {
    return platform.datagramChannel(family);
  }

  @Override
  public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
    return platform.datagramChannelFactory();
  }

  @Override
  public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
    return platform.channelFactory(domainSocket);
  }

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
    return platform.serverChannelFactory(domainSocket);
  }

  /** The transport as a builder of Vert.x takes it. */
  private record Named(io.vertx.core.transport.Transport platform)
      implements io.vertx.core.transport.Transport {
    @Override
    public String name() {
      return platform.name();
    }

    @Override
    public boolean available() {
      return platform.available();
    }

    @Override
    public Throwable unavailabilityCause() {
      return platform.unavailabilityCause();
    }

    @Override
    public Transport implementation() {
      return new DoorTransport(platform.implementation());
    }
  }
}
