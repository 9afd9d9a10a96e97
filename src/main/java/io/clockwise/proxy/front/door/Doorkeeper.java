package io.clockwise.proxy.front.door;

import io.clockwise.config.ProxyProtocolConfig.Mode;
import io.clockwise.model.CidrBlock;
import io.clockwise.proxy.gate.Arrival;
import io.clockwise.proxy.gate.Opening;
import io.clockwise.proxy.gate.peer.Origin;
import io.clockwise.telemetry.ConnectionMeters.Refusal;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyProtocolException;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol.AddressFamily;
import io.netty.util.ReferenceCountUtil;
import java.util.Optional;

/** The first handler of a connection; it leaves when the connection is understood. */
final class Doorkeeper extends ChannelInboundHandlerAdapter {
  static final String NAME = "clockwise.door";

  /** Bytes of a connection that is not understood: a handshake with a long certificate chain. */
  private static final int MOST_BYTES = 128 * 1024;

  private final Door door;
  private final boolean placed;
  private int bytes;
  private boolean closing;
  private @org.jspecify.annotations.Nullable Arrival arrival;

  /**
   * Makes the doorkeeper of a connection.
   *
   * @param placed whether its origin is known
   */
  Doorkeeper(Door door, boolean placed) {
    this.door = door;
    this.placed = placed;
  }

  /* Runs before the HTTP server puts its own handlers behind this one. */
  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    Arrival begun = new Arrival(context.channel());
    arrival = begun;
    if (placed) {
      begun.placed();
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    putOpening(context);
    if (arrival != null) {
      arrival.limit(
          context.channel(),
          door.limits().headTimeout(),
          () -> refuse(context.channel(), Refusal.TOO_SLOW));
    }
    context.fireChannelActive();
    leaveIfOver(context);
  }

  private void putOpening(ChannelHandlerContext context) {
    boolean secured = context.pipeline().get("ssl") != null;
    if (secured || Opening.isAwaited(context.pipeline())) {
      Opening opening =
          new Opening(secured, door.speaksHttp1(), () -> door.refused(Refusal.PROTOCOL));
      context.pipeline().addAfter(secured ? "ssl" : NAME, "clockwise.opening", opening);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (arrival != null) {
      arrival.cancel();
    }
    context.fireChannelInactive();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (closing) {
      ReferenceCountUtil.release(message);
    } else if (message instanceof HAProxyMessage header) {
      try {
        take(context.channel(), header);
      } finally {
        header.release();
      }
    } else {
      bytes += ((ByteBuf) message).readableBytes();
      if (bytes > MOST_BYTES) {
        ReferenceCountUtil.release(message);
        refuse(context.channel(), Refusal.PROTOCOL);
      } else {
        context.fireChannelRead(message);
      }
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.fireChannelReadComplete();
    leaveIfOver(context);
  }

  private void leaveIfOver(ChannelHandlerContext context) {
    if (arrival != null && arrival.isOver() && !context.isRemoved()) {
      context.pipeline().remove(this);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (!(event instanceof HeaderIntake.Absent absent)) {
      context.fireUserEventTriggered(event);
    } else if (absent.mode() == Mode.REQUIRED) {
      refuse(context.channel(), Refusal.PROXY_HEADER);
    } else {
      place(context.channel(), Origin.ofSocket(context.channel()));
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof HAProxyProtocolException
        || cause.getCause() instanceof HAProxyProtocolException) {
      refuse(context.channel(), Refusal.PROXY_HEADER);
    } else {
      context.fireExceptionCaught(cause);
    }
  }

  private void take(Channel channel, HAProxyMessage header) {
    Origin socket = Origin.ofSocket(channel);
    AddressFamily family = header.proxiedProtocol().addressFamily();
    if (header.command() == HAProxyCommand.LOCAL
        || family != AddressFamily.AF_IPv4 && family != AddressFamily.AF_IPv6) {
      place(channel, socket);
      return;
    }
    Optional<byte[]> source = CidrBlock.parseAddress(header.sourceAddress());
    if (source.isPresent()) {
      place(channel, Origin.named(source.get(), header.destinationPort()));
    } else {
      refuse(channel, Refusal.PROXY_HEADER);
    }
  }

  private void place(Channel channel, Origin origin) {
    if (!door.enter(channel, origin)) {
      close(channel);
    } else if (arrival != null) {
      arrival.placed();
    }
  }

  private void refuse(Channel channel, Refusal why) {
    if (!closing) {
      door.refused(why);
      close(channel);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the close future tells of the end
  private void close(Channel channel) {
    closing = true;
    channel.close();
  }
}
