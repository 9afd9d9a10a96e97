package io.clockwise.proxy.front;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TlsConfig;
import io.clockwise.proxy.exchange.RequestHandler;
import io.clockwise.proxy.front.door.Door;
import io.clockwise.proxy.front.tls.LoadedTls;
import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.proxy.gate.Http1Gate;
import io.clockwise.proxy.gate.Http2Gate;
import io.clockwise.proxy.gate.peer.PeerFault;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.telemetry.ConnectionMeters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerBuilder;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The listeners of one event loop; it follows the configuration. */
final class ListenerSet {
  private final Vertx vertx;
  private final LoopScope scope;
  private final FrontShare share;
  private final ConnectionMeters meters;
  private final Map<Listener.Key, Listener> listeners = new HashMap<>();
  private final RequestHandler requests;

  ListenerSet(Vertx vertx, LoopScope scope, FrontShare share, ConnectionMeters meters) {
    this.vertx = vertx;
    this.scope = scope;
    this.share = share;
    this.meters = meters;
    this.requests = new RequestHandler(scope);
  }

  /**
   * Binds the listeners that are new, then closes those that are gone; connections that are open
   * there end with their running request. If one cannot be bound or secured, all old ones stay.
   *
   * @return fails with a {@link BindFailure} or what is wrong with a certificate
   */
  Future<Void> follow(ClockwiseConfig config) {
    List<Future<?>> steps = new ArrayList<>();
    keys(config)
        .forEach(
            (key, wanted) -> {
              Listener there = listeners.get(key);
              steps.add(there != null ? adapt(there, wanted) : bind(key, wanted));
            });
    return Future.all(steps).<Void>mapEmpty().onSuccess(all -> closeOthers(config));
  }

  /** Tells whether the listeners are as the configuration wants them. */
  boolean matches(ClockwiseConfig config) {
    Map<Listener.Key, ListenerConfig> wanted = keys(config);
    return listeners.keySet().equals(wanted.keySet())
        && listeners.values().stream()
            .allMatch(
                there -> {
                  ListenerConfig listener = wanted.get(there.key());
                  TlsConfig tls = listener == null ? null : listener.tls();
                  return tls == null ? there.tls() == null : tls.equals(there.tls());
                });
  }

  /** Returns the listeners. */
  Collection<Listener> all() {
    return List.copyOf(listeners.values());
  }

  private static Map<Listener.Key, ListenerConfig> keys(ClockwiseConfig config) {
    Map<Listener.Key, ListenerConfig> keys = new LinkedHashMap<>();
    LimitsConfig limits = config.limits();
    for (ListenerConfig listener : config.listeners()) {
      keys.put(
          new Listener.Key(
              listener.bind(),
              listener.protocols(),
              listener.tls() != null,
              limits.requestLine(),
              limits.headers()),
          listener);
    }
    return keys;
  }

  private Future<Void> adapt(Listener there, ListenerConfig wanted) {
    TlsConfig tls = wanted.tls();
    return tls == null || tls.equals(there.tls())
        ? there.bound()
        : there
            .bound()
            .compose(bound -> share.certificates().get(vertx, tls))
            .compose(there::secure);
  }

  private Future<Void> bind(Listener.Key key, ListenerConfig wanted) {
    Listener listener = new Listener(key);
    listeners.put(key, listener);
    TlsConfig tls = wanted.tls();
    Future<@Nullable LoadedTls> loading =
        tls == null
            ? Future.succeededFuture()
            : share.certificates().get(vertx, tls).compose(loaded -> secureOthers(key, loaded));
    Future<Void> bound =
        loading
            .compose(loaded -> clear(key.bind()).compose(cleared -> listen(listener, loaded)))
            .onFailure(cause -> listeners.remove(key, listener));
    listener.bound(bound);
    return bound;
  }

  /* Event loops and servers of one bind share the first server's socket, and its certificates: one
  that spoke no TLS so far needs some before a server with TLS comes. */
  private Future<@Nullable LoadedTls> secureOthers(Listener.Key key, LoadedTls loaded) {
    List<Future<?>> steps = new ArrayList<>();
    for (Listener other : listeners.values()) {
      if (other.key().bind().equals(key.bind()) && !other.key().secured()) {
        steps.add(other.bound().compose(bound -> other.secure(loaded)));
      }
    }
    return Future.join(steps).otherwiseEmpty().map(loaded);
  }

  private Future<Void> clear(SocketBind bind) {
    return bind.isUnix()
        ? share
            .sockets()
            .clear(vertx, bind.path())
            .recover(cause -> Future.failedFuture(BindFailure.of(bind, cause)))
        : Future.succeededFuture();
  }

  private Future<Void> listen(Listener listener, @Nullable LoadedTls tls) {
    SocketBind bind = listener.key().bind();
    Door door = share.bound().door(bind, () -> door(bind));
    HttpServerBuilder builder =
        vertx
            .httpServerBuilder()
            .with(ListenerOptions.of(listener.key(), door))
            .with(LoadedTls.engine());
    HttpServer server = tls == null ? builder.build() : builder.with(tls.options()).build();
    return server
        .requestHandler(requests::handle)
        .invalidRequestHandler(requests::handleInvalid)
        .connectionHandler(connection -> accept(bind, connection))
        .exceptionHandler(this::handshakeFailed)
        .listen(share.bound().addressOf(bind))
        .<Void>map(
            listening -> {
              listener.server(server, tls);
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

  private void accept(SocketBind bind, HttpConnection connection) {
    ClientGate.Entry entry = new ClientGate.Entry(bind, scope.meters().connectionOpened());
    if (connection.protocolVersion() == HttpVersion.HTTP_2) {
      Http2Gate.install(connection, entry, this::limits, meters);
    } else {
      connection.exceptionHandler(PeerFault::handle); // its requests hear of it, too
      Http1Gate.install(connection, entry, this::limits, scope.failures());
    }
    connection.closeHandler(closed -> scope.meters().connectionClosed());
  }

  private LimitsConfig limits() {
    return scope.tables().current().config().limits();
  }

  private void closeOthers(ClockwiseConfig config) {
    Duration grace = config.shutdown().grace();
    Set<Listener.Key> wanted = keys(scope.tables().current().config()).keySet();
    for (Listener old : all()) {
      if (!wanted.contains(old.key())) {
        listeners.remove(old.key());
        SocketBind bind = old.key().bind();
        boolean last = listeners.keySet().stream().noneMatch(other -> other.bind().equals(bind));
        close(old, last, grace);
      }
    }
  }

  private Future<Void> close(Listener old, boolean last, Duration grace) {
    SocketBind bind = old.key().bind();
    if (last) {
      share.bound().unbound(bind);
    }
    Future<Void> over = old.shutdown(grace);
    return bind.isUnix() ? over.eventually(() -> share.sockets().left(vertx, bind.path())) : over;
  }

  /** Stops accepting; completes when running requests have ended or the time is over. */
  Future<Void> shutdown(Duration grace) {
    List<Future<?>> ending = new ArrayList<>();
    listeners.values().forEach(listener -> ending.add(close(listener, true, grace)));
    listeners.clear();
    return Future.join(ending).mapEmpty();
  }
}
