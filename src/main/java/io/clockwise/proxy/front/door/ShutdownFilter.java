package io.clockwise.proxy.front.door;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.vertx.core.net.impl.ShutdownEvent;

/**
 * Keeps from a connection that the server which accepted it stops: the server would close it when
 * it is idle, whatever its client is about to send. Its gate ends it instead.
 */
@ChannelHandler.Sharable
final class ShutdownFilter extends ChannelInboundHandlerAdapter {
  static final String NAME = "clockwise.stay";
  static final ShutdownFilter INSTANCE = new ShutdownFilter();

  private ShutdownFilter() {}

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (!(event instanceof ShutdownEvent)) {
      context.fireUserEventTriggered(event);
    }
  }
}
