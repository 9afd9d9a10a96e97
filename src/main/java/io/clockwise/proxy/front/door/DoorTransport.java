package io.clockwise.proxy.front.door;

import io.clockwise.config.TransportConfig;
import io.clockwise.proxy.transport.LayeredTransport;
import io.clockwise.proxy.transport.NamedTransport;
import io.clockwise.proxy.transport.TransportMissing;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.epoll.EpollChannelOption;
import io.vertx.core.http.HttpServerConfig;
import io.vertx.core.impl.transports.EpollTransport;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.spi.transport.Transport;

/**
 * A transport of Vert.x that puts the door of a listener before its connections; other servers of
 * the same Vert.x are as they would be without it.
 */
@SuppressWarnings("deprecation") // the option has no other name yet
public final class DoorTransport extends LayeredTransport {
  /** How much is read from a socket at a time, at most. */
  public static final int LARGEST_READ_BYTES = 32 * 1024;

  /*
   * Fairness and memory, for thousands of connections at a time. An event loop takes a few reads
   * from one socket and turns to the next. The kernel takes from us only a little more than it can
   * send: else each slow client would cost megabytes there, and its slowness be seen late.
   */
  private static final int READS_A_TURN = 4;
  private static final int UNSENT_BYTES = 128 * 1024;

  /*
   * A turn of a busy event loop serves up to thousands of sockets. With Netty's 16 new connections a
   * turn those that wait would outgrow the queue of the kernel, which then drops them.
   */
  private static final int ACCEPTS_A_TURN = 128;

  /*
   * Vert.x has no hook for a connection that was accepted, but a transport configures the bootstrap
   * of each server with that server's TCP settings. Those of our listeners carry their door, which
   * becomes the handler of the socket that accepts: it stands before the acceptor, so it sees each
   * connection before Vert.x's handlers are in it.
   */
  private DoorTransport(Transport other) {
    super(other);
  }

  /**
   * Returns the transport that is asked for, with doors.
   *
   * @throws TransportMissing when it is named and this machine does not allow it
   */
  public static io.vertx.core.transport.Transport of(TransportConfig wanted)
      throws TransportMissing {
    io.vertx.core.transport.Transport found = NamedTransport.of(wanted);
    return new NamedTransport(found, new DoorTransport(found.implementation()));
  }

  /** Puts a door before the connections of a server that is to be made. */
  public static void put(Door door, HttpServerConfig config) {
    config.getTcpConfig().setTransportConfig(new DoorConfig(door));
  }

  @Override
  public void configure(TcpConfig config, boolean domainSocket, ServerBootstrap bootstrap) {
    super.configure(config, domainSocket, bootstrap);
    if (config instanceof DoorConfig ours) {
      bootstrap.handler(ours.door().acceptor());
      bootstrap.option(ChannelOption.MAX_MESSAGES_PER_READ, ACCEPTS_A_TURN);
      bootstrap.childOption(ChannelOption.RCVBUF_ALLOCATOR, reads());
      if (other() instanceof EpollTransport && !domainSocket) {
        bootstrap.childOption(EpollChannelOption.TCP_NOTSENT_LOWAT, (long) UNSENT_BYTES);
      }
    }
  }

  @Override
  public void configure(TcpConfig config, boolean domainSocket, Bootstrap bootstrap) {
    super.configure(config, domainSocket, bootstrap);
    bootstrap.option(ChannelOption.RCVBUF_ALLOCATOR, reads());
  }

  private static RecvByteBufAllocator reads() {
    return new AdaptiveRecvByteBufAllocator(64, 2048, LARGEST_READ_BYTES)
        .maxMessagesPerRead(READS_A_TURN);
  }
}
