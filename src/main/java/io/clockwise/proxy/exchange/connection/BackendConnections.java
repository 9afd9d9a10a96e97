package io.clockwise.proxy.exchange.connection;

import io.clockwise.model.BackendAddress;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.policy.ProxyFailure;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpConnectOptions;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The connections of one event loop to one backend address: those that are idle, a limit on all of
 * them, and a bounded queue of those who wait.
 *
 * <p>A connection that comes back is handed on in a later turn of the loop. What its read brought
 * beyond the answer has then been seen, and has closed it: it can never be taken for the answer to
 * the next request.
 */
public final class BackendConnections {
  private final Vertx vertx;
  private final HttpClientAgent client;
  private final BackendAddress address;
  private final ConnectionLimits limits;
  private final Deque<UpstreamConnection> idle = new ArrayDeque<>();
  private final Deque<Lease> waiting = new ArrayDeque<>();
  private int open;
  private long idleTimer = -1;
  private boolean retired;

  BackendConnections(
      Vertx vertx, HttpClientAgent client, BackendAddress address, ConnectionLimits limits) {
    this.vertx = vertx;
    this.client = client;
    this.address = address;
    this.limits = limits;
  }

  /**
   * Looks for a connection; the lease hears of it, perhaps at once.
   *
   * @param fresh whether it must be a new one
   */
  public void acquire(Lease lease, boolean fresh) {
    lease.from(this);
    UpstreamConnection free = fresh ? null : idle.pollLast();
    if (fresh && open >= limits.connections() && !idle.isEmpty()) {
      idle.removeFirst().close();
    }
    if (free != null) {
      lease.granted(free);
    } else if (open < limits.connections()) {
      connect(lease);
    } else if (waiting.size() < limits.queue()) {
      waiting.addLast(lease);
      lease.timer(vertx.setTimer(limits.queueMillis(), id -> waitedTooLong(lease)));
    } else {
      lease.refused(
          ProxyFailure.of(FailureKind.QUEUE_FULL, "too many requests wait for the backend"));
    }
  }

  private void waitedTooLong(Lease lease) {
    if (waiting.remove(lease)) {
      lease.refused(
          ProxyFailure.of(FailureKind.QUEUE_TIMEOUT, "no connection to the backend became free"));
    }
  }

  /** Takes back a wish that was not granted yet. */
  void cancel(Lease lease) {
    if (waiting.remove(lease)) {
      vertx.cancelTimer(lease.timer());
    }
  }

  private void connect(Lease lease) {
    open++;
    client
        .connect(new HttpConnectOptions().setHost(address.host()).setPort(address.port()))
        .onComplete(
            done -> {
              if (done.succeeded()) {
                connected(done.result(), lease);
              } else {
                open--;
                if (!lease.isCancelled()) {
                  lease.refused(UpstreamFault.ofConnect(done.cause()));
                }
                serveWaiting();
              }
            });
  }

  private void connected(HttpClientConnection raw, Lease lease) {
    UpstreamConnection connection = new UpstreamConnection(this, raw);
    if (lease.isCancelled()) {
      put(connection);
    } else {
      lease.granted(connection);
    }
  }

  /** Takes back a connection whose exchange is whole. */
  void release(UpstreamConnection connection) {
    vertx.getOrCreateContext().runOnContext(later -> put(connection));
  }

  private void put(UpstreamConnection connection) {
    if (!connection.isOpen()) {
      return;
    }
    Lease next = waiting.pollFirst();
    if (next != null) {
      vertx.cancelTimer(next.timer());
      next.granted(connection);
    } else if (retired) {
      connection.close();
    } else {
      connection.idleSince(System.nanoTime());
      idle.addLast(connection);
      if (idleTimer < 0) {
        idleTimer = vertx.setTimer(limits.idleMillis(), id -> closeOld());
      }
    }
  }

  private void closeOld() {
    idleTimer = -1;
    long limitNanos = limits.idleMillis() * 1_000_000;
    UpstreamConnection oldest = idle.peekFirst();
    while (oldest != null && System.nanoTime() - oldest.idleSinceNanos() >= limitNanos) {
      oldest.close(); // leaves the queue by closed()
      oldest = idle.peekFirst();
    }
    if (oldest != null) {
      long restNanos = oldest.idleSinceNanos() + limitNanos - System.nanoTime();
      idleTimer = vertx.setTimer(Math.max(1, restNanos / 1_000_000 + 1), id -> closeOld());
    }
  }

  void closed(UpstreamConnection connection) {
    idle.remove(connection);
    open--;
    serveWaiting();
  }

  private void serveWaiting() {
    while (open < limits.connections()) {
      Lease next = waiting.pollFirst();
      if (next == null) {
        return;
      }
      vertx.cancelTimer(next.timer());
      connect(next);
    }
  }

  /** Says whether it is still wanted: if not, each connection closes when its exchange is over. */
  void wanted(boolean still) {
    retired = !still;
    while (retired && !idle.isEmpty()) {
      idle.removeFirst().close();
    }
  }

  /** Tells whether nothing is left of it. */
  boolean isEmpty() {
    return open == 0 && waiting.isEmpty();
  }
}
