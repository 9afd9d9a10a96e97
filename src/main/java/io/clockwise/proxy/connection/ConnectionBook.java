package io.clockwise.proxy.connection;

import io.clockwise.proxy.connection.name.BackendNames;
import io.clockwise.proxy.connection.wire.Agents;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.UpstreamMeters;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;

/**
 * All connections of one event loop to backends.
 *
 * <p>Settings that change make a new set of connections; the old one ends when its last exchange
 * does. A request that still runs by an older table finds the old set as long as it is there.
 */
public final class ConnectionBook {
  private static final long SWEEP_MILLIS = 1_000;

  private final Vertx vertx;
  private final int loops;
  private final UpstreamMeters meters;
  private final BackendNames names;
  private final Map<PoolConnections.Key, PoolConnections> sets = new HashMap<>();
  private final Map<PoolConnections.Key, PoolConnections> leaving = new HashMap<>();
  private final Map<String, Page> pages = new HashMap<>();
  private long sweepTimer = -1;

  /** What was found last for a pool's name: the same snapshot needs no look at keys. */
  private record Page(PoolSnapshot pool, PoolConnections connections) {}

  /** Makes the book of one of so many event loops. */
  public ConnectionBook(Vertx vertx, int loops, UpstreamMeters meters) {
    this.vertx = vertx;
    this.loops = loops;
    this.meters = meters;
    this.names = new BackendNames(vertx);
  }

  /** Returns the connections to a backend of a pool. */
  public BackendConnections of(PoolSnapshot pool, int backend) {
    return page(pool).connections().to(pool.backend(backend).address());
  }

  /**
   * Tells whether a backend of a pool would not refuse a lease at once, for it has too much to do.
   *
   * @param mayQueue as {@link Lease#mayQueue} says
   * @param tunnel as {@link Lease#forTunnel} says
   */
  public boolean takes(PoolSnapshot pool, int backend, boolean mayQueue, boolean tunnel) {
    return page(pool).connections().takes(pool.backend(backend).address(), mayQueue, tunnel);
  }

  private Page page(PoolSnapshot pool) {
    Page page = pages.get(pool.name());
    if (page == null || page.pool() != pool) {
      page = new Page(pool, find(PoolConnections.Key.of(pool)));
      pages.put(pool.name(), page);
    }
    return page;
  }

  private PoolConnections find(PoolConnections.Key key) {
    PoolConnections found = leaving.getOrDefault(key, sets.get(key));
    if (found == null) {
      Agents agents = new Agents(vertx, key.connections(), key.timeouts(), key.tls());
      found =
          new PoolConnections(
              new BackendConnections.Scope(vertx, agents, names, meters), key, loops);
      sets.put(key, found);
    }
    return found;
  }

  /** Lets go of what a new table does not have any more. */
  public void retain(RoutingTable table) {
    Map<PoolConnections.Key, PoolSnapshot> present = new HashMap<>();
    table.pools().values().forEach(pool -> present.put(PoolConnections.Key.of(pool), pool));
    pages.clear();
    move(leaving, sets, present, true);
    move(sets, leaving, present, false);
    present.forEach(
        (key, pool) -> {
          PoolConnections set = sets.get(key);
          if (set != null) {
            set.retain(pool);
          }
        });
    sweep();
  }

  private static void move(
      Map<PoolConnections.Key, PoolConnections> from,
      Map<PoolConnections.Key, PoolConnections> to,
      Map<PoolConnections.Key, PoolSnapshot> present,
      boolean wanted) {
    from.entrySet()
        .removeIf(
            entry -> {
              if (present.containsKey(entry.getKey()) != wanted) {
                return false;
              }
              entry.getValue().wanted(wanted);
              to.put(entry.getKey(), entry.getValue());
              return true;
            });
  }

  private void sweep() {
    vertx.cancelTimer(sweepTimer);
    sweepTimer = -1;
    leaving
        .values()
        .removeIf(
            set -> {
              boolean over = set.isEmpty();
              if (over) {
                pages.values().removeIf(page -> page.connections() == set);
                set.close();
              }
              return over;
            });
    if (!leaving.isEmpty()) {
      sweepTimer = vertx.setTimer(SWEEP_MILLIS, id -> sweep());
    }
  }

  /** Closes everything at once. */
  public void close() {
    vertx.cancelTimer(sweepTimer);
    sets.values().forEach(PoolConnections::close);
    leaving.values().forEach(PoolConnections::close);
    sets.clear();
    leaving.clear();
    pages.clear();
  }
}
