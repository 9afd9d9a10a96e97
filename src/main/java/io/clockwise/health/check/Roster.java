package io.clockwise.health.check;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.health.HealthBoard;
import io.clockwise.health.check.probe.ProbeTarget;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who is probed: the backends of pools with checks, as the published table has them. */
final class Roster {
  private final Map<HealthBoard.Key, Watched> watched = new HashMap<>();
  private final Set<String> pools = new HashSet<>();
  private final Set<HealthBoard.Key> present = new HashSet<>();

  /** Takes a table; returns those whose turn is now. */
  List<Watched> follow(RoutingTable table, long nowNanos) {
    pools.clear();
    present.clear();
    Set<HealthBoard.Key> checked = new HashSet<>();
    List<Watched> news = new ArrayList<>();
    for (PoolSnapshot pool : table.pools().values()) {
      HealthConfig check = pool.config().care().health();
      if (check != null) {
        pools.add(pool.name());
      }
      for (int i = 0; i < pool.size(); i++) {
        HealthBoard.Key key = new HealthBoard.Key(pool.name(), pool.backend(i).id());
        present.add(key);
        if (check != null) {
          checked.add(key);
          take(
              key,
              new ProbeTarget(
                  pool.backend(i).address(),
                  check,
                  pool.config().tls(),
                  pool.config().connections().protocol() == ConnectionsConfig.Protocol.H2),
              nowNanos,
              news);
        }
      }
    }
    watched
        .values()
        .removeIf(
            each -> {
              boolean gone = !checked.contains(each.key());
              if (gone) {
                each.leave();
              }
              return gone;
            });
    return news;
  }

  private void take(HealthBoard.Key key, ProbeTarget target, long nowNanos, List<Watched> news) {
    Watched known = watched.get(key);
    if (known == null) {
      Watched added = new Watched(key, target, nowNanos);
      watched.put(key, added);
      news.add(added);
    } else if (known.aim(target, nowNanos)) {
      news.add(known);
    }
  }

  /** Returns those who are probed. */
  Collection<Watched> all() {
    return watched.values();
  }

  /** Returns the keys of those who are probed. */
  Set<HealthBoard.Key> keys() {
    return watched.keySet();
  }

  /** Returns the backends of the table, probed or not. */
  Set<HealthBoard.Key> present() {
    return present;
  }

  /** Returns the pools that have checks. */
  Set<String> pools() {
    return pools;
  }
}
