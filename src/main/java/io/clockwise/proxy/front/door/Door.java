package io.clockwise.proxy.front.door;

import io.clockwise.config.LimitsConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.ProxyProtocolConfig;
import io.clockwise.proxy.gate.peer.Origin;
import io.clockwise.telemetry.ConnectionMeters;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.unix.DomainSocketChannel;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of one listener pass before the HTTP server knows of them. One for all event
 * loops.
 */
public final class Door {
  private final Supplier<ListenerConfig> listener;
  private final Supplier<LimitsConfig> limits;
  private final ClientConnections connections;
  private final ConnectionMeters meters;
  private volatile @Nullable Channel socket;

  /** Makes a door; its settings are asked for at each connection. */
  public Door(
      Supplier<ListenerConfig> listener,
      Supplier<LimitsConfig> limits,
      ClientConnections connections,
      ConnectionMeters meters) {
    this.listener = listener;
    this.limits = limits;
    this.connections = connections;
    this.meters = meters;
  }

  LimitsConfig limits() {
    return limits.get();
  }

  boolean speaksHttp1() {
    return listener.get().speaks(ListenerProtocol.H1);
  }

  void refused(ConnectionMeters.Refusal why) {
    meters.refused(why);
  }

  /** Returns what stands in the pipeline of the socket that accepts. */
  ChannelHandler acceptor() {
    return new Acceptor();
  }

  /** Closes the socket that accepts; what it has accepted is with the event loops then. */
  @SuppressWarnings("FutureReturnValueIgnored") // the close future tells of the end
  public Future<Void> close() {
    Channel accepting = socket;
    if (accepting == null) {
      return Future.succeededFuture();
    }
    Promise<Void> closed = Promise.promise();
    accepting.close();
    accepting.closeFuture().addListener(over -> closed.complete());
    return closed.future();
  }

  private boolean admit(Channel child) {
    if (!connections.opened(limits())) {
      meters.refused(ConnectionMeters.Refusal.CONNECTIONS);
      return false;
    }
    Origin socket = Origin.ofSocket(child);
    ProxyProtocolConfig believed = listener.get().proxyProtocol();
    boolean named =
        socket.isKnown()
            ? believed.believes(socket.peer())
            : child instanceof DomainSocketChannel && believed.believesUnixPeers();
    if (!named && !enter(child, socket)) {
      connections.closed();
      return false;
    }
    child.closeFuture().addListener(closed -> connections.closed());
    child.pipeline().addFirst(ShutdownFilter.NAME, ShutdownFilter.INSTANCE);
    child.pipeline().addFirst(Doorkeeper.NAME, new Doorkeeper(this, !named));
    if (named) {
      child.pipeline().addFirst(HeaderIntake.NAME, new HeaderIntake(believed.mode()));
    }
    return true;
  }

  /** Makes an origin that of a connection, unless its address has too many already. */
  boolean enter(Channel child, Origin origin) {
    origin.put(child);
    if (!origin.isKnown()) {
      return true;
    }
    String address = origin.peerText();
    if (!connections.entered(address, limits())) {
      meters.refused(ConnectionMeters.Refusal.CONNECTIONS_PER_ADDRESS);
      return false;
    }
    child.closeFuture().addListener(closed -> connections.left(address));
    return true;
  }

  /* Runs on the thread that accepts. What is not passed on was never registered with an event
  loop: it is closed by hand, and tells nobody of its end. */
  @ChannelHandler.Sharable
  private final class Acceptor extends ChannelInboundHandlerAdapter {
    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      socket = context.channel();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
      Channel child = (Channel) accepted;
      if (admit(child)) {
        context.fireChannelRead(child);
      } else {
        child.unsafe().closeForcibly();
      }
    }
  }
}
