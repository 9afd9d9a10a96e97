package io.clockwise.admin.change;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.IntentState;
import io.clockwise.model.BackendAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which backends there are, and where, while the operations of a transaction are read one after the
 * other: what patterns are asked of. Whether an operation is possible is not its affair.
 */
final class Members {
  private final IntentState state;
  private final Map<String, Map<String, BackendAddress>> pools = new LinkedHashMap<>();

  /** Begins with the backends in effect. */
  Members(IntentState state) {
    this.state = state;
    state
        .effective()
        .pools()
        .forEach(
            (name, pool) -> {
              Map<String, BackendAddress> backends = new LinkedHashMap<>();
              pool.backends().forEach(backend -> backends.put(backend.id(), backend.address()));
              pools.put(name, backends);
            });
  }

  /** Returns the addresses by id, by pool. */
  Map<String, Map<String, BackendAddress>> pools() {
    return pools;
  }

  /** Makes a change; one of a pool that is not there is refused elsewhere. */
  void take(BackendChange change) {
    Map<String, BackendAddress> backends = pools.get(change.pool());
    if (backends == null) {
      return;
    }
    if (change instanceof BackendChange.Add add) {
      backends.put(add.id(), add.backend().address());
    } else if (change instanceof BackendChange.Put put) {
      backends.put(put.id(), put.backend().address());
    } else if (change instanceof BackendChange.Set set) {
      set.address().ifPresent(address -> backends.replace(set.id(), address));
    } else if (change instanceof BackendChange.Remove) {
      backends.remove(change.id());
    } else if (change instanceof BackendChange.Revert) {
      backends.remove(change.id());
      PoolConfig document = state.file().pools().get(change.pool());
      if (document != null) {
        document.backends().stream()
            .filter(backend -> backend.id().equals(change.id()))
            .map(BackendConfig::address)
            .forEach(address -> backends.put(change.id(), address));
      }
    }
  }
}
