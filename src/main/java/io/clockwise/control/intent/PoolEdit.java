package io.clockwise.control.intent;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.event.OverlayEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One pool of the document with its overlay, while it is being changed.
 *
 * <p>Invariant: an entry's base is what the document says now, and differs from what is wanted; so
 * the overlay is exactly the difference between the document and what is in effect.
 */
final class PoolEdit {
  private final PoolConfig file;
  private final Map<String, BackendConfig> fileBackends = new LinkedHashMap<>();
  private final Map<String, OverlayEntry> entries;

  PoolEdit(PoolConfig file, Map<String, OverlayEntry> entries) {
    this.file = file;
    this.entries = new LinkedHashMap<>(entries);
    for (BackendConfig backend : file.backends()) {
      fileBackends.put(backend.id(), backend);
    }
  }

  /** Returns the backend as the document has it, or null. */
  @Nullable BackendConfig inFile(String id) {
    return fileBackends.get(id);
  }

  /** Returns the backend that is in effect, or null. */
  @Nullable BackendConfig get(String id) {
    OverlayEntry entry = entries.get(id);
    return entry == null ? inFile(id) : entry.wanted();
  }

  /** Makes this the backend in effect; null: none. */
  void put(String id, @Nullable BackendConfig wanted) {
    BackendConfig base = inFile(id);
    if (Objects.equals(base, wanted)) {
      entries.remove(id);
    } else {
      entries.put(id, new OverlayEntry(base, wanted));
    }
  }

  /** Returns the overlay. */
  Map<String, OverlayEntry> entries() {
    return Collections.unmodifiableMap(entries);
  }

  /** Returns the pool in effect: backends in the document's order, added ones behind them. */
  PoolConfig effective() {
    List<BackendConfig> backends = new ArrayList<>();
    for (String id : fileBackends.keySet()) {
      addIfThere(backends, get(id));
    }
    for (Map.Entry<String, OverlayEntry> entry : entries.entrySet()) {
      if (!fileBackends.containsKey(entry.getKey())) {
        addIfThere(backends, entry.getValue().wanted());
      }
    }
    return file.withBackends(backends);
  }

  private static void addIfThere(List<BackendConfig> backends, @Nullable BackendConfig backend) {
    if (backend != null) {
      backends.add(backend);
    }
  }
}
