package io.clockwise.health.check;

import io.clockwise.health.HealthBoard;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The backends of the first table that have not been probed yet; later ones do not count. */
final class FirstRound {
  private final Map<String, Set<HealthBoard.Key>> missing = new HashMap<>();
  private final HealthBoard board;

  FirstRound(HealthBoard board) {
    this.board = board;
  }

  /** Begins the round. */
  void begin(Set<HealthBoard.Key> keys) {
    keys.forEach(key -> missing.computeIfAbsent(key.pool(), pool -> new HashSet<>()).add(key));
    board.unsettled(missing.keySet());
  }

  /** Notes that a backend has been probed. */
  void probed(HealthBoard.Key key) {
    Set<HealthBoard.Key> pool = missing.get(key.pool());
    if (pool != null && pool.remove(key) && pool.isEmpty()) {
      missing.remove(key.pool());
      board.unsettled(missing.keySet());
    }
  }

  /** Waits no longer for backends that are gone. */
  void retain(Set<HealthBoard.Key> keys) {
    if (!missing.isEmpty()) {
      missing.values().forEach(pool -> pool.retainAll(keys));
      missing.values().removeIf(Set::isEmpty);
      board.unsettled(missing.keySet());
    }
  }
}
