package io.clockwise.proxy.connection;

import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.BackendAddress;
import io.clockwise.route.PoolSnapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The connections of one event loop to the backends of one pool with one set of settings. */
final class PoolConnections {
  /** What a set of connections is for. */
  record Key(
      String pool,
      ConnectionsConfig connections,
      TimeoutsConfig timeouts,
      @Nullable BackendTlsConfig tls) {
    static Key of(PoolSnapshot pool) {
      return new Key(
          pool.name(), pool.config().connections(), pool.config().timeouts(), pool.config().tls());
    }
  }

  private final BackendConnections.Scope scope;
  private final ConnectionsConfig config;
  private final ConnectionLimits limits;
  private final Map<BackendAddress, BackendConnections> backends = new HashMap<>();
  private Set<BackendAddress> lastVisited = Set.of();
  private boolean wanted = true;

  PoolConnections(BackendConnections.Scope scope, Key key, int loops) {
    this.scope = scope;
    this.config = key.connections();
    this.limits = ConnectionLimits.share(key.connections(), key.timeouts(), loops);
  }

  /** Returns the connections to a backend. */
  BackendConnections to(BackendAddress address) {
    BackendConnections found = backends.get(address);
    if (found == null) {
      found = new BackendConnections(scope, address, limits, config.onFull());
      found.wanted(wanted);
      backends.put(address, found);
    }
    return found;
  }

  /** Tells whether a backend would not refuse a lease of this kind at once. */
  boolean takes(BackendAddress address, boolean mayQueue, boolean tunnel) {
    BackendConnections known = backends.get(address);
    return known == null || known.takes(mayQueue, tunnel); // an unknown one has no request
  }

  /**
   * Closes idle connections to backends that are gone or take no new keys; those in use close when
   * their exchange is over, unless sessions may still come.
   */
  void retain(PoolSnapshot pool) {
    Set<BackendAddress> open = new HashSet<>();
    Set<BackendAddress> visited = new HashSet<>();
    for (int i = 0; i < pool.size(); i++) {
      BackendAddress address = pool.backend(i).address();
      if (pool.isOpen(i)) {
        open.add(address);
      } else if (pool.isServing(i) && pool.sessions() != null) {
        visited.add(address);
      }
    }
    visited.removeAll(open);
    backends
        .entrySet()
        .removeIf(
            entry -> {
              BackendAddress address = entry.getKey();
              boolean begins = visited.contains(address) && !lastVisited.contains(address);
              boolean kept = open.contains(address) || visited.contains(address);
              if (begins) {
                entry.getValue().wanted(false); // nothing idle is left by the drain's answer
              }
              entry.getValue().wanted(wanted && kept);
              return !kept && entry.getValue().isEmpty();
            });
    lastVisited = visited;
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

  /** Closes what makes the connections; nothing may be left. */
  void close() {
    scope.agents().close();
  }
}
