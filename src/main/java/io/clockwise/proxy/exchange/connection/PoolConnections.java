package io.clockwise.proxy.exchange.connection;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.Availability;
import io.clockwise.model.BackendAddress;
import io.clockwise.route.PoolSnapshot;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The connections of one event loop to the backends of one pool with one set of settings. */
final class PoolConnections {
  private static final int LONGEST_LINE_BYTES = 16 * 1024;
  private static final int LONGEST_HEAD_BYTES = 64 * 1024;
  private static final int ONE_HOUR_MILLIS = 3_600_000;

  /** What a set of connections is for. */
  record Key(String pool, ConnectionsConfig connections, TimeoutsConfig timeouts) {
    static Key of(PoolSnapshot pool) {
      return new Key(pool.name(), pool.config().connections(), pool.config().timeouts());
    }
  }

  private final Vertx vertx;
  private final HttpClientAgent client;
  private final ConnectionLimits limits;
  private final Map<BackendAddress, BackendConnections> backends = new HashMap<>();
  private boolean wanted = true;

  PoolConnections(Vertx vertx, Key key, int loops) {
    this.vertx = vertx;
    this.limits = ConnectionLimits.share(key.connections(), loops);
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_1_1)
                .setConnectTimeout((int) key.timeouts().connect().toMillis())
                .setKeepAlive(true)
                .setKeepAliveTimeout(0) // idle connections are closed by their owner, to the ms
                .setPipelining(false)
                .setDecompressionSupported(false)
                .setMaxInitialLineLength(LONGEST_LINE_BYTES)
                .setMaxHeaderSize(LONGEST_HEAD_BYTES),
            new PoolOptions().setCleanerPeriod(ONE_HOUR_MILLIS)); // its own pool stays empty
  }

  /** Returns the connections to a backend. */
  BackendConnections to(BackendAddress address) {
    BackendConnections found = backends.get(address);
    if (found == null) {
      found = new BackendConnections(vertx, client, address, limits);
      found.wanted(wanted);
      backends.put(address, found);
    }
    return found;
  }

  /**
   * Closes idle connections to backends that are gone or take no new keys; those in use close when
   * their exchange is over.
   */
  void retain(PoolSnapshot pool) {
    Set<BackendAddress> present = new HashSet<>();
    for (int i = 0; i < pool.size(); i++) {
      BackendAddress address = pool.backend(i).address();
      if (pool.availability(i) == Availability.OPEN) {
        present.add(address);
      }
    }
    backends
        .entrySet()
        .removeIf(
            entry -> {
              boolean open = present.contains(entry.getKey());
              entry.getValue().wanted(wanted && open);
              return !open && entry.getValue().isEmpty();
            });
  }

  /** Says whether it is still wanted: if not, each connection closes when its exchange is over. */
  void wanted(boolean still) {
    wanted = still;
    backends.values().forEach(each -> each.wanted(still));
  }

  /** Tells whether nothing is left of it. */
  boolean isEmpty() {
    return backends.values().stream().allMatch(BackendConnections::isEmpty);
  }

  /** Closes the client; nothing may be left. */
  void close() {
    client.close();
  }
}
