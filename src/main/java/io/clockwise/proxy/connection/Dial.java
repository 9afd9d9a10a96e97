package io.clockwise.proxy.connection;

import io.clockwise.model.BackendAddress;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.name.BackendNames;
import io.clockwise.proxy.connection.wire.Agents;
import io.clockwise.proxy.connection.wire.Source;
import io.clockwise.proxy.policy.ProxyFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to connect to a backend. Of several addresses behind its name the next one is tried
 * when one fails, or has said nothing for a moment; the first that answers is taken (after RFC 8305
 * section 5).
 */
final class Dial {
  private static final long NEXT_MILLIS = 250;

  private final Vertx vertx;
  private final Agents agents;
  private final BackendAddress backend;
  private final @Nullable Source client;
  private final Promise<Found> done = Promise.promise();
  private final Deque<SocketAddress> untried = new ArrayDeque<>();
  private int running;
  private boolean over;
  private @Nullable ProxyFailure telling;
  private long deadline = -1;
  private long nextTimer = -1;

  /**
   * What came of it.
   *
   * @param address the other end
   */
  record Found(HttpClientConnection connection, SocketAddress address) {}

  /** A connection in the making, and who waits for room on it. */
  record Waiting(@Nullable Source client, boolean http1, List<Lease> leases) {
    boolean fits(Lease lease, @Nullable Source whose) {
      return !http1
          && !lease.isFresh()
          && !lease.isByHttp1()
          && leases.size() < Agents.STREAMS
          && Objects.equals(client, whose);
    }
  }

  private Dial(Vertx vertx, Agents agents, BackendAddress backend, @Nullable Source client) {
    this.vertx = vertx;
    this.agents = agents;
    this.backend = backend;
    this.client = client;
  }

  /** Connects; fails with a {@link ProxyFailure}. */
  static Future<Found> to(
      Vertx vertx,
      Agents agents,
      BackendNames names,
      BackendAddress backend,
      @Nullable Source client) {
    Dial dial = new Dial(vertx, agents, backend, client);
    dial.deadline = vertx.setTimer(agents.connectMillis(), id -> dial.tooLate());
    addresses(names, backend)
        .onComplete(
            found -> {
              if (found.failed()) {
                dial.fail(UpstreamFault.ofConnect(found.cause()));
              } else if (!dial.over) {
                dial.untried.addAll(found.result());
                dial.next();
              }
            });
    return dial.done.future();
  }

  private static Future<List<SocketAddress>> addresses(BackendNames names, BackendAddress backend) {
    if (backend.isName()) {
      return names
          .lookUp(backend.host())
          .map(found -> found.stream().map(each -> socket(each, backend.port())).toList());
    }
    return Future.succeededFuture(
        List.of(
            backend.isUnix()
                ? SocketAddress.domainSocketAddress(backend.host())
                : SocketAddress.inetSocketAddress(backend.port(), backend.host())));
  }

  /** Returns an address in the form that connections are known by. */
  static SocketAddress socket(InetAddress address, int port) {
    // without the name: addresses behind one name are told apart by their text
    return SocketAddress.inetSocketAddress(port, address.getHostAddress());
  }

  private void next() {
    vertx.cancelTimer(nextTimer);
    SocketAddress address = untried.poll();
    if (address == null) {
      return;
    }
    running++;
    agents
        .connect(backend, address, client)
        .onSuccess(connection -> connected(new Found(connection, address)))
        .onFailure(this::failed);
    if (!untried.isEmpty() && !over) {
      nextTimer = vertx.setTimer(NEXT_MILLIS, id -> next());
    }
  }

  private void connected(Found found) {
    if (over) {
      found.connection().close();
    } else {
      end();
      done.complete(found);
    }
  }

  private void failed(Throwable cause) {
    running--;
    if (over) {
      return;
    }
    ProxyFailure failure = UpstreamFault.ofConnect(cause);
    if (telling == null || failure.kind() != FailureKind.CONNECT_REFUSED) {
      telling = failure; // that of an address where somebody is
    }
    if (!untried.isEmpty()) {
      next();
    } else if (running == 0) {
      fail(telling);
    }
  }

  private void tooLate() {
    fail(ProxyFailure.of(FailureKind.CONNECT_TIMEOUT, "the backend did not accept in time"));
  }

  private void fail(ProxyFailure failure) {
    if (!over) {
      end();
      done.fail(failure);
    }
  }

  private void end() {
    over = true;
    vertx.cancelTimer(deadline);
    vertx.cancelTimer(nextTimer);
  }
}
