package io.clockwise.proxy.front;

import io.clockwise.config.LimitsConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TlsConfig;
import io.clockwise.proxy.front.tls.LoadedTls;
import io.clockwise.proxy.gate.Departure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One place where one event loop listens, and what it has accepted there. */
final class Listener {
  /** Longer than any connection lasts. */
  static final Duration LONG = Duration.ofDays(365);

  /** What makes a listener another one: the rest of its settings is read anew as it works. */
  record Key(SocketBind bind, List<ListenerProtocol> protocols, boolean secured) {}

  /** What a server takes from the limits when it is made. */
  record Heads(int requestLine, int headers) {
    static Heads of(LimitsConfig limits) {
      return new Heads(limits.requestLine(), limits.headers());
    }
  }

  private final Key key;
  private final Departure departure = new Departure();
  private final Set<Future<Void>> servers = new HashSet<>();
  private final Promise<Void> ended = Promise.promise();
  private Future<Void> bound = Future.succeededFuture();
  private Heads heads;
  private @Nullable HttpServer server;
  private @Nullable LoadedTls tls;
  private boolean detached;

  Listener(Key key, Heads heads) {
    this.key = key;
    this.heads = heads;
  }

  Key key() {
    return key;
  }

  Departure departure() {
    return departure;
  }

  /** Returns the limits that new connections have. */
  Heads heads() {
    return heads;
  }

  /** Returns the outcome of the bind, and of what followed it; it may be still to come. */
  Future<Void> bound() {
    return bound;
  }

  void bound(Future<Void> outcome) {
    bound = outcome;
  }

  /** Takes a server that accepts beside the one before, which lets go of what is to come. */
  void serve(HttpServer made, Heads with, @Nullable LoadedTls secured) {
    HttpServer before = server;
    server = made;
    heads = with;
    tls = secured;
    if (before != null) {
      stop(before, LONG);
    }
  }

  /** Returns the settings of TLS that are in use; null without TLS. */
  @Nullable TlsConfig tls() {
    return tls == null ? null : tls.config();
  }

  /** Returns what is in use of TLS; null without TLS. */
  @Nullable LoadedTls loaded() {
    return tls;
  }

  /** Takes other settings or certificates for the connections to come. */
  Future<Void> secure(LoadedTls next) {
    HttpServer running = server;
    if (running == null || next.equals(tls)) {
      return Future.succeededFuture();
    }
    // by force: the server compares keys and authorities alone
    return running.updateSSLOptions(next.options(), true).map(changed -> take(next));
  }

  private @Nullable Void take(LoadedTls next) {
    if (key.secured()) {
      tls = next;
    }
    return null;
  }

  /**
   * Takes no connection any more; what is accepted stays.
   *
   * @param longest then everything is closed
   */
  void detach(Duration longest) {
    HttpServer running = server;
    if (!detached) {
      detached = true;
      if (running != null) {
        stop(running, longest);
      }
      endIfOver();
    }
  }

  /* Our connections do not hear of it: they end with the departure. */
  private void stop(HttpServer old, Duration longest) {
    Future<Void> over = old.shutdown(longest);
    servers.add(over);
    over.onComplete(
        gone -> {
          servers.remove(over);
          endIfOver();
        });
  }

  private void endIfOver() {
    if (detached && servers.isEmpty()) {
      ended.tryComplete();
    }
  }

  /** Completes when it takes no connection any more and has none. */
  Future<Void> ended() {
    return ended.future();
  }
}
