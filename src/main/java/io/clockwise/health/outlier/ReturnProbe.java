package io.clockwise.health.outlier;

import io.clockwise.health.HealthBoard;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Health;
import io.clockwise.route.PoolSnapshot;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Whether a backend may return: its checks have the word; where it has none, it has to accept a
 * connection.
 */
final class ReturnProbe {
  private static final int CONNECT_MILLIS = 1_000;
  private static final int MOST_MILLIS = 2 * CONNECT_MILLIS; // its name may have to be looked up

  private final HealthBoard board;
  private final NetClient client;

  ReturnProbe(Vertx vertx, HealthBoard board) {
    this.board = board;
    this.client = vertx.createNetClient(new NetClientOptions().setConnectTimeout(CONNECT_MILLIS));
  }

  /** Tells whether the backends of a pool are checked anyway. */
  static boolean hasChecks(PoolSnapshot pool) {
    return pool.config().care().health() != null;
  }

  /** Returns whether a backend may return; never fails. */
  Future<Boolean> ask(PoolSnapshot pool, int index) {
    if (hasChecks(pool)) {
      BackendHealth known = board.of(pool.name(), pool.backend(index).id());
      return Future.succeededFuture(known != null && known.health() == Health.UP);
    }
    Future<NetSocket> connecting = client.connect(address(pool.backend(index).address()));
    connecting.onSuccess(NetSocket::close);
    return connecting
        .timeout(MOST_MILLIS, TimeUnit.MILLISECONDS)
        .transform(done -> Future.succeededFuture(done.succeeded()));
  }

  private static SocketAddress address(BackendAddress of) {
    return of.isUnix()
        ? SocketAddress.domainSocketAddress(of.host())
        : SocketAddress.inetSocketAddress(of.port(), of.host());
  }

  void close() {
    client.close();
  }
}
