package io.clockwise.proxy.exchange.connection;

import io.vertx.core.Future;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.RequestOptions;
import org.jspecify.annotations.Nullable;

/** One connection to a backend, leased to one exchange at a time or idle. */
public final class UpstreamConnection {
  private final BackendConnections owner;
  private final HttpClientConnection connection;
  private final @Nullable BackendGate gate;
  private boolean open = true;
  private int requests;
  private long idleSinceNanos;

  UpstreamConnection(BackendConnections owner, HttpClientConnection connection) {
    this.owner = owner;
    this.connection = connection;
    this.gate = BackendGate.install(connection);
    // Its close follows, but in a later turn of the loop: it must not be handed on before that.
    connection.exceptionHandler(failure -> closed());
    connection.closeHandler(closed -> closed());
  }

  /** Begins a request; completes at once. */
  public Future<HttpClientRequest> request(RequestOptions options) {
    requests++;
    return connection.request(options);
  }

  /** Tells whether a request before the present one was sent on it. */
  public boolean servedBefore() {
    return requests > 1;
  }

  /** Tells whether neither side has closed it. */
  public boolean isOpen() {
    return open;
  }

  long idleSinceNanos() {
    return idleSinceNanos;
  }

  void idleSince(long nanos) {
    idleSinceNanos = nanos;
  }

  /** Returns what stands before its socket; null when it does not speak HTTP/1. */
  public @Nullable BackendGate gate() {
    return gate;
  }

  /** Gives it back after a whole exchange, to be used again. */
  public void release() {
    if (gate != null) {
      gate.watch(null);
    }
    owner.release(this);
  }

  /** Ends it: the exchange on it is not whole, or nobody needs it. */
  public void close() {
    if (open) {
      connection.close();
      closed();
    }
  }

  private void closed() {
    if (open) {
      open = false;
      owner.closed(this);
    }
  }
}
