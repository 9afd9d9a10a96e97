package io.clockwise.proxy.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.spi.transport.Transport;
import java.net.SocketAddress;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** A transport of Vert.x that is another one, but for what its children change. */
public abstract class LayeredTransport implements Transport {
  private final Transport other;

  /** Makes a layer over another transport. */
  protected LayeredTransport(Transport other) {
    this.other = other;
  }

  /** Returns the transport below. */
  protected final Transport other() {
    return other;
  }

  @Override
  public SocketAddress convert(io.vertx.core.net.SocketAddress address) {
    return other.convert(address);
  }

  @Override
  public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
    return other.channelFactory(domainSocket);
  }

  @Override
  public boolean supportsDomainSockets() {
    return other.supportsDomainSockets();
  }

  @Override
  public boolean supportFileRegion() {
    return other.supportFileRegion();
  }

  @Override
  public boolean isAvailable() {
    return other.isAvailable();
  }

  @Override
  public @Nullable Throwable unavailabilityCause() {
    return other.unavailabilityCause();
  }

  @Override
  public io.vertx.core.net.@Nullable SocketAddress convert(SocketAddress address) {
    return other.convert(address);
  }

  @Override
  public IoHandlerFactory ioHandlerFactory() {
    return other.ioHandlerFactory();
  }

  @Override
  public EventLoopGroup eventLoopGroup(
      int type, int threads, ThreadFactory threadFactory, int ioRatio) {
    return other.eventLoopGroup(type, threads, threadFactory, ioRatio);
  }

  @Override
  @SuppressWarnings("deprecation") // what the interface has
  public DatagramChannel datagramChannel(InternetProtocolFamily family) {
    return other.datagramChannel(family);
  }

  @Override
  public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
    return other.datagramChannelFactory();
  }

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
    return other.serverChannelFactory(domainSocket);
  }

  @Override
  public void configure(DatagramChannel channel, DatagramSocketOptions options) {
    other.configure(channel, options);
  }

  @Override
  public void configure(TcpConfig config, boolean domainSocket, Bootstrap bootstrap) {
    other.configure(config, domainSocket, bootstrap);
  }

  @Override
  public void configure(TcpConfig config, boolean domainSocket, ServerBootstrap bootstrap) {
    other.configure(config, domainSocket, bootstrap);
  }
}
