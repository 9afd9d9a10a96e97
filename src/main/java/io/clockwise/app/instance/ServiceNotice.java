package io.clockwise.app.instance;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the service manager is told, by the protocol of systemd's {@code Type=notify}: one datagram
 * for each notice to the socket that it names. Without such a socket nothing is said.
 */
public final class ServiceNotice {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceNotice.class);
  private static final long PATIENCE_SECONDS = 2;

  private final @Nullable String socket;

  /**
   * Makes a notice to a socket.
   *
   * @param socket a path, or a name in the abstract name space behind {@code @}; null or empty:
   *     none
   */
  public ServiceNotice(@Nullable String socket) {
    this.socket = socket == null || socket.isEmpty() ? null : socket;
  }

  /** Makes a notice to the socket that the environment names. */
  public static ServiceNotice ofEnvironment() {
    return new ServiceNotice(System.getenv("NOTIFY_SOCKET"));
  }

  /** Says that the instance serves. */
  public void ready() {
    send("READY=1\nSTATUS=serving");
  }

  /** Says that a graceful stop has begun. */
  public void stopping() {
    send("STOPPING=1\nSTATUS=stopping");
  }

  /* The JDK has no datagrams over Unix sockets; Netty's native transport does. It is used for the
  few milliseconds of a notice only, on a thread of its own. */
  private void send(String text) {
    if (socket == null) {
      return;
    }
    if (!Epoll.isAvailable()) {
      LOG.warn("the service manager cannot be told: there is no native transport here");
      return;
    }
    MultiThreadIoEventLoopGroup loop =
        new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    try {
      String path = socket.startsWith("@") ? "\0" + socket.substring(1) : socket;
      ChannelFuture connected =
          new Bootstrap()
              .group(loop)
              .channel(EpollDomainDatagramChannel.class)
              .handler(new ChannelInboundHandlerAdapter())
              .connect(new DomainSocketAddress(path));
      if (!connected.await(PATIENCE_SECONDS, TimeUnit.SECONDS) || !connected.isSuccess()) {
        LOG.warn("the service manager cannot be told at {}: {}", socket, connected.cause());
        return;
      }
      connected
          .channel()
          .writeAndFlush(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII))
          .await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      loop.shutdownGracefully(0, PATIENCE_SECONDS, TimeUnit.SECONDS)
          .awaitUninterruptibly(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }
}
