package io.clockwise.proxy.front;

import io.clockwise.config.LimitsConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.proxy.exchange.RequestHandler;
import io.clockwise.proxy.front.door.Door;
import io.clockwise.proxy.front.tls.LoadedTls;
import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.proxy.gate.Http1Gate;
import io.clockwise.proxy.gate.Http2Gate;
import io.clockwise.proxy.gate.peer.PeerFault;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.relay.RelayLoop;
import io.clockwise.proxy.relay.front.RelayFront;
import io.clockwise.proxy.relay.front.RelayStreams;
import io.clockwise.telemetry.ConnectionMeters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerBuilder;
import io.vertx.core.http.HttpVersion;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the servers of one event loop, and takes the connections that they accept. */
final class Reception {
  private static final Logger LOG = LoggerFactory.getLogger(Reception.class);

  private final Vertx vertx;
  private final LoopScope scope;
  private final FrontShare share;
  private final ConnectionMeters meters;
  private final RequestHandler requests;
  private @Nullable RelayLoop relay;

  Reception(Vertx vertx, LoopScope scope, FrontShare share, ConnectionMeters meters) {
    this.vertx = vertx;
    this.scope = scope;
    this.share = share;
    this.meters = meters;
    this.requests = new RequestHandler(scope);
  }

  /**
   * Binds a server of a listener.
   *
   * @return fails with a {@link BindFailure}
   */
  Future<Void> open(Listener listener, Listener.Heads heads, @Nullable LoadedTls tls) {
    SocketBind bind = listener.key().bind();
    Door door = share.bound().door(bind, () -> door(bind));
    HttpServerBuilder builder =
        vertx
            .httpServerBuilder()
            .with(ListenerOptions.of(listener.key(), heads, door))
            .with(LoadedTls.engine());
    HttpServer server = tls == null ? builder.build() : builder.with(tls.options()).build();
    return server
        .requestHandler(requests::handle)
        .invalidRequestHandler(requests::handleInvalid)
        .connectionHandler(connection -> accept(listener, connection))
        .exceptionHandler(this::handshakeFailed)
        .listen(share.bound().addressOf(bind))
        .<Void>map(
            listening -> {
              listener.serve(server, heads, tls);
              share.bound().bound(bind, listening.actualPort());
              return null;
            })
        .recover(cause -> Future.failedFuture(BindFailure.of(bind, cause)));
  }

  private Door door(SocketBind bind) {
    ListenerConfig closed = new ListenerConfig(bind); // for what comes when it is gone
    return new Door(
        () ->
            scope.tables().current().config().listeners().stream()
                .filter(listener -> listener.bind().equals(bind))
                .findFirst()
                .orElse(closed),
        this::limits,
        share.connections(),
        meters);
  }

  private void handshakeFailed(Throwable cause) {
    if (cause instanceof SSLException || cause.getCause() instanceof SSLException) {
      meters.refused(ConnectionMeters.Refusal.TLS_HANDSHAKE);
    }
    PeerFault.handle(cause);
  }

  private void accept(Listener listener, HttpConnection connection) {
    ClientGate.Entry entry =
        new ClientGate.Entry(
            listener.key().bind(), scope.meters().connectionOpened(), listener.departure());
    if (connection.protocolVersion() == HttpVersion.HTTP_2) {
      Http2Gate gate = Http2Gate.install(connection, entry, this::limits, meters);
      if (share.relays()) {
        RelayStreams.install(relay(gate), gate, connection);
      }
    } else {
      connection.exceptionHandler(PeerFault::handle); // its requests hear of it, too
      Http1Gate gate = Http1Gate.install(connection, entry, this::limits, scope.failures());
      if (share.relays() && !RelayFront.install(relay(gate), gate)) {
        LOG.error("a connection has other handlers than are known; it is closed");
        connection.close();
      }
    }
    connection.closeHandler(closed -> scope.meters().connectionClosed());
  }

  private RelayLoop relay(ClientGate gate) {
    RelayLoop own = relay;
    if (own == null) {
      own = new RelayLoop(scope, share.path(), gate.channel().eventLoop());
      relay = own;
    }
    return own;
  }

  private LimitsConfig limits() {
    return scope.tables().current().config().limits();
  }
}
