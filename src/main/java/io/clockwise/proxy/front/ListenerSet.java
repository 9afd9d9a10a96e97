package io.clockwise.proxy.front;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.proxy.exchange.LoopScope;
import io.clockwise.proxy.exchange.RequestHandler;
import io.clockwise.proxy.gate.Http1Gate;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The listeners of one event loop; it follows the configuration. */
final class ListenerSet {
  /** What makes a listener another one: the rest of its settings is read anew as it works. */
  private record Key(SocketBind bind, int requestLine, int headers) {}

  /** A server and the outcome of its bind, which may be still to come. */
  private record Listener(HttpServer server, Future<Void> bound) {}

  private final Vertx vertx;
  private final LoopScope scope;
  private final BoundListeners bound;
  private final ClientConnections connections;
  private final Map<Key, Listener> servers = new HashMap<>();
  private final RequestHandler requests;

  ListenerSet(Vertx vertx, LoopScope scope, BoundListeners bound, ClientConnections connections) {
    this.vertx = vertx;
    this.scope = scope;
    this.bound = bound;
    this.connections = connections;
    this.requests = new RequestHandler(scope);
  }

  /**
   * Binds the listeners that are new, then closes those that are gone; connections that are open
   * there end with their running request. If one cannot be bound, all old ones stay.
   *
   * @return fails with a {@link BindFailure}
   */
  Future<Void> follow(ClockwiseConfig config) {
    Set<Key> wanted = keys(config);
    List<Future<?>> binding = new ArrayList<>();
    for (Key key : wanted) {
      Listener there = servers.get(key);
      binding.add(there != null ? there.bound() : bind(key));
    }
    return Future.all(binding)
        .<Void>mapEmpty()
        .onSuccess(all -> closeAllBut(keys(scope.tables().current().config()), config));
  }

  /** Tells whether the configuration names the listeners that are there. */
  boolean matches(ClockwiseConfig config) {
    return servers.keySet().equals(keys(config));
  }

  private static Set<Key> keys(ClockwiseConfig config) {
    Set<Key> keys = new LinkedHashSet<>();
    for (ListenerConfig listener : config.listeners()) {
      keys.add(new Key(listener.bind(), config.limits().requestLine(), config.limits().headers()));
    }
    return keys;
  }

  private Future<Void> bind(Key key) {
    HttpServer server = vertx.createHttpServer(options(key));
    Future<Void> binding =
        server
            .requestHandler(requests::handle)
            .invalidRequestHandler(requests::handleInvalid)
            .connectionHandler(this::accept)
            .listen(bound.addressOf(key.bind()))
            .<Void>map(
                listening -> {
                  bound.bound(key.bind(), listening.actualPort());
                  return null;
                })
            .recover(
                cause -> {
                  servers.remove(key);
                  return Future.failedFuture(BindFailure.of(key.bind(), cause));
                });
    if (!binding.failed()) {
      servers.put(key, new Listener(server, binding));
    }
    return binding;
  }

  private static HttpServerOptions options(Key key) {
    return new HttpServerOptions()
        .setHttp2ClearTextEnabled(false) // else a connection's clocks would start too late
        .setMaxInitialLineLength(key.requestLine())
        .setMaxHeaderSize(key.headers())
        .setHandle100ContinueAutomatically(false)
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .setIdleTimeout(0); // it would cut answers that take long; the gate has its own clock
  }

  private void accept(HttpConnection connection) {
    Http1Gate gate = Http1Gate.install(connection, this::limits, scope.failures());
    if (!connections.opened(gate.peerText(), limits())) {
      connection.close();
      return;
    }
    scope.meters().connectionOpened();
    connection.closeHandler(
        closed -> {
          connections.closed(gate.peerText());
          scope.meters().connectionClosed();
        });
  }

  private LimitsConfig limits() {
    return scope.tables().current().config().limits();
  }

  private void closeAllBut(Set<Key> wanted, ClockwiseConfig config) {
    Duration grace = config.shutdown().grace();
    List<Key> gone = servers.keySet().stream().filter(key -> !wanted.contains(key)).toList();
    for (Key key : gone) {
      Listener old = servers.remove(key);
      if (old != null) {
        old.server().shutdown(grace);
      }
      if (servers.keySet().stream().noneMatch(other -> other.bind().equals(key.bind()))) {
        bound.unbound(key.bind());
      }
    }
  }

  /** Stops accepting; completes when running requests have ended or the time is over. */
  Future<Void> shutdown(Duration grace) {
    List<Future<?>> ending = new ArrayList<>();
    servers.forEach(
        (key, listener) -> {
          bound.unbound(key.bind());
          ending.add(listener.server().shutdown(grace));
        });
    servers.clear();
    return Future.join(ending).mapEmpty();
  }
}
