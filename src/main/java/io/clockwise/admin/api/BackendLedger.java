package io.clockwise.admin.api;

import io.clockwise.model.AdminState;
import io.clockwise.model.Backend;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Since when each backend has its admin state, and why; used by one event loop. */
public final class BackendLedger {
  /**
   * What is known of a backend's state.
   *
   * @param state the operator's wish
   * @param since when this instance saw it first
   * @param reason in the words of whoever asked for it; empty: none given, or the document says so
   */
  record Entry(AdminState state, Instant since, String reason) {}

  private record Key(String pool, String id) {}

  private final Map<Key, Entry> entries = new HashMap<>();

  /** Notes what a published table says. */
  public void observe(RoutingTable table, Instant now) {
    Set<Key> present = new HashSet<>();
    for (PoolSnapshot pool : table.pools().values()) {
      for (int i = 0; i < pool.size(); i++) {
        Backend backend = pool.backend(i);
        Key key = new Key(pool.name(), backend.id());
        present.add(key);
        Entry entry = entries.get(key);
        if (entry == null || entry.state() != backend.adminState()) {
          entries.put(key, new Entry(backend.adminState(), now, ""));
        }
      }
    }
    entries.keySet().retainAll(present);
  }

  /** Notes why a backend was given its state; without effect when it has another by now. */
  void explain(String pool, String id, AdminState state, String reason) {
    entries.computeIfPresent(
        new Key(pool, id),
        (key, entry) -> entry.state() == state ? new Entry(state, entry.since(), reason) : entry);
  }

  /** Returns what is known of a backend, or null before its first table. */
  @Nullable Entry find(String pool, String id) {
    return entries.get(new Key(pool, id));
  }
}
