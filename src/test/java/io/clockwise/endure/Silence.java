package io.clockwise.endure;

import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;
import io.vertx.core.Vertx;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetSocket;

/**
 * A client that reads nothing. Its own system knows when the last byte reached it, which is when
 * the deadline begins; what anybody else saw last may be something else.
 */
final class Silence {
  private static final long LOOK_MILLIS = 250;

  private final Vertx vertx;
  private final EpollSocketChannel channel;
  private final EpollTcpInfo facts = new EpollTcpInfo();
  private final long timer;
  private long sinceNanos = System.nanoTime();

  private Silence(Vertx vertx, EpollSocketChannel channel) {
    this.vertx = vertx;
    this.channel = channel;
    this.timer = vertx.setPeriodic(LOOK_MILLIS, tick -> look());
  }

  /** Stops reading from a socket that has just been connected. */
  static Silence of(Vertx vertx, NetSocket socket) {
    EpollSocketChannel channel =
        (EpollSocketChannel) ((NetSocketInternal) socket).channelHandlerContext().channel();
    socket.pause();
    channel.config().setAutoRead(false);
    return new Silence(vertx, channel);
  }

  private void look() {
    if (channel.isOpen()) {
      channel.tcpInfo(facts);
      sinceNanos = System.nanoTime() - facts.lastDataRecv() * 1_000_000;
    }
  }

  /** Ends it; returns when it began. */
  long end() {
    vertx.cancelTimer(timer);
    return sinceNanos;
  }
}
