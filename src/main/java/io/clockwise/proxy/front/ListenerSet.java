package io.clockwise.proxy.front;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TlsConfig;
import io.clockwise.proxy.front.tls.LoadedTls;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.telemetry.ConnectionMeters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The listeners of one event loop; it follows the configuration. */
final class ListenerSet {
  /** For the end of connections, after that of the grace of a stop. */
  private static final Duration LAST_WORDS = Duration.ofMillis(500);

  private final Vertx vertx;
  private final LoopScope scope;
  private final FrontShare share;
  private final Reception reception;
  private final Map<Listener.Key, Listener> listeners = new HashMap<>();
  private final Set<Listener> leaving = new HashSet<>();

  ListenerSet(Vertx vertx, LoopScope scope, FrontShare share, ConnectionMeters meters) {
    this.vertx = vertx;
    this.scope = scope;
    this.share = share;
    this.reception = new Reception(vertx, scope, share, meters);
  }

  /**
   * Binds the listeners that are new, then lets go of those that are gone; what is open there ends
   * with its running request, or with its next answer, or after the grace of a stop. If one cannot
   * be bound or secured, all old ones stay.
   *
   * @return fails with a {@link BindFailure} or what is wrong with a certificate
   */
  Future<Void> follow(ClockwiseConfig config) {
    Listener.Heads heads = Listener.Heads.of(config.limits());
    List<Future<?>> steps = new ArrayList<>();
    keys(config)
        .forEach(
            (key, wanted) -> {
              Listener there = listeners.get(key);
              steps.add(there != null ? adapt(there, wanted, heads) : bind(key, wanted, heads));
            });
    return Future.all(steps).<Void>mapEmpty().onSuccess(all -> closeOthers(config));
  }

  /** Tells whether the listeners are as the configuration wants them. */
  boolean matches(ClockwiseConfig config) {
    Map<Listener.Key, ListenerConfig> wanted = keys(config);
    Listener.Heads heads = Listener.Heads.of(config.limits());
    return listeners.keySet().equals(wanted.keySet())
        && listeners.values().stream()
            .allMatch(
                there -> {
                  ListenerConfig listener = wanted.get(there.key());
                  TlsConfig tls = listener == null ? null : listener.tls();
                  return heads.equals(there.heads())
                      && (tls == null ? there.tls() == null : tls.equals(there.tls()));
                });
  }

  /** Returns the listeners. */
  Collection<Listener> all() {
    return List.copyOf(listeners.values());
  }

  private static Map<Listener.Key, ListenerConfig> keys(ClockwiseConfig config) {
    Map<Listener.Key, ListenerConfig> keys = new LinkedHashMap<>();
    for (ListenerConfig listener : config.listeners()) {
      keys.put(
          new Listener.Key(listener.bind(), listener.protocols(), listener.tls() != null),
          listener);
    }
    return keys;
  }

  /* Each change waits for the one before. */
  private Future<Void> adapt(Listener there, ListenerConfig wanted, Listener.Heads heads) {
    TlsConfig tls = wanted.tls();
    Future<Void> secured =
        tls == null || tls.equals(there.tls())
            ? there.bound()
            : there
                .bound()
                .compose(bound -> share.certificates().get(vertx, tls))
                .compose(there::secure);
    if (heads.equals(there.heads())) {
      return secured;
    }
    Future<Void> renewed =
        secured.compose(
            done ->
                heads.equals(there.heads())
                    ? Future.succeededFuture()
                    : reception.open(there, heads, there.loaded()));
    there.bound(renewed.recover(failed -> Future.succeededFuture())); // the old server stays
    return renewed;
  }

  private Future<Void> bind(Listener.Key key, ListenerConfig wanted, Listener.Heads heads) {
    Listener listener = new Listener(key, heads);
    listeners.put(key, listener);
    TlsConfig tls = wanted.tls();
    Future<@Nullable LoadedTls> loading =
        tls == null
            ? Future.succeededFuture()
            : share.certificates().get(vertx, tls).compose(loaded -> secureOthers(key, loaded));
    Future<Void> bound =
        loading
            .compose(loaded -> enter(key.bind()).compose(clear -> listen(listener, heads, loaded)))
            .onSuccess(listening -> relieve(key.bind()))
            .onFailure(cause -> listeners.remove(key, listener));
    listener.bound(bound);
    return bound;
  }

  private Future<Void> enter(SocketBind bind) {
    return share
        .bound()
        .enter(vertx, bind)
        .recover(
            cause -> {
              share.bound().leave(vertx, bind);
              return Future.failedFuture(BindFailure.of(bind, cause));
            });
  }

  private Future<Void> listen(Listener listener, Listener.Heads heads, @Nullable LoadedTls loaded) {
    return reception
        .open(listener, heads, loaded)
        .onFailure(cause -> share.bound().leave(vertx, listener.key().bind()));
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

  private void closeOthers(ClockwiseConfig config) {
    Duration grace = config.shutdown().grace();
    Set<Listener.Key> wanted = keys(scope.tables().current().config()).keySet();
    for (Listener old : all()) {
      if (!wanted.contains(old.key())) {
        close(old, grace, Listener.LONG);
      }
    }
  }

  /* A new one on the same address takes the connections to come. */
  private void relieve(SocketBind bind) {
    for (Listener old : List.copyOf(leaving)) {
      if (old.key().bind().equals(bind)) {
        old.detach(Listener.LONG);
      }
    }
  }

  private void close(Listener old, Duration grace, Duration longest) {
    SocketBind bind = old.key().bind();
    listeners.remove(old.key());
    leaving.add(old);
    old.ended().onComplete(over -> leaving.remove(old));
    old.departure().begin(grace);
    boolean relieved =
        longest.isZero()
            || listeners.keySet().stream().anyMatch(other -> other.bind().equals(bind));
    old.bound()
        .compose(
            bound -> {
              Future<Void> closed = share.bound().leave(vertx, bind);
              return relieved ? Future.succeededFuture() : closed;
            })
        .onComplete(ready -> old.detach(longest));
  }

  /** Stops accepting; completes when all connections have ended, which the grace is the end of. */
  Future<Void> shutdown(Duration grace) {
    Duration longest = grace.isZero() ? grace : grace.plus(LAST_WORDS);
    all().forEach(listener -> close(listener, grace, longest));
    Set<Listener> last = Set.copyOf(leaving);
    last.forEach(listener -> listener.departure().begin(grace));
    Future<Void> ended = Future.join(last.stream().map(Listener::ended).toList()).mapEmpty();
    if (grace.isZero()) {
      last.forEach(listener -> listener.departure().end());
    } else {
      long timer =
          vertx.setTimer(
              grace.toMillis(), over -> last.forEach(listener -> listener.departure().end()));
      ended.onComplete(over -> vertx.cancelTimer(timer));
    }
    return ended;
  }
}
