package io.clockwise.proxy.front;

import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TlsConfig;
import io.clockwise.proxy.front.tls.LoadedTls;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One server of one event loop. */
final class Listener {
  /** What makes a listener another one: the rest of its settings is read anew as it works. */
  record Key(
      SocketBind bind,
      List<ListenerProtocol> protocols,
      boolean secured,
      int requestLine,
      int headers) {}

  private final Key key;
  private Future<Void> bound = Future.succeededFuture();
  private @Nullable HttpServer server;
  private @Nullable LoadedTls tls;

  Listener(Key key) {
    this.key = key;
  }

  Key key() {
    return key;
  }

  /** Returns the outcome of the bind, which may be still to come. */
  Future<Void> bound() {
    return bound;
  }

  void bound(Future<Void> outcome) {
    bound = outcome;
  }

  void server(HttpServer made, @Nullable LoadedTls with) {
    server = made;
    tls = with;
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

  /** Stops accepting; completes when running requests have ended or the time is over. */
  Future<Void> shutdown(Duration grace) {
    return bound
        .otherwiseEmpty()
        .compose(
            over -> {
              HttpServer running = server;
              return running == null ? Future.succeededFuture() : running.shutdown(grace);
            });
  }
}
