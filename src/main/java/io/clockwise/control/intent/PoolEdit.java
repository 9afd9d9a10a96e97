package io.clockwise.control.intent;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Edit;
import io.clockwise.event.Head;
import io.clockwise.event.OverlayEntry;
import io.clockwise.model.AdminState;
import io.clockwise.model.Drain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One pool of the document with its overlay and its drains, while it is being changed.
 *
 * <p>Invariants: an entry's base is what the document says now, and differs from what is wanted; so
 * the overlay is exactly the difference between the document and what is in effect. A backend is in
 * a drain if and only if its state is {@code drain}.
 */
final class PoolEdit {
  private final String name;
  private final PoolConfig file;
  private final Map<String, BackendConfig> fileBackends = new LinkedHashMap<>();
  private final Map<String, OverlayEntry> entries;
  private final Map<String, Drain> drains;
  private final ChangeRecord draft;

  /**
   * Begins with what is accepted.
   *
   * @param file what the document says
   * @param head whose overlay and drains are changed
   * @param draft the change
   */
  PoolEdit(String name, PoolConfig file, Head head, ChangeRecord draft) {
    this(name, file, head.overlay().getOrDefault(name, Map.of()), head, draft);
  }

  private PoolEdit(
      String name,
      PoolConfig file,
      Map<String, OverlayEntry> entries,
      Head head,
      ChangeRecord draft) {
    this.name = name;
    this.file = file;
    this.entries = new LinkedHashMap<>(entries);
    this.drains = new LinkedHashMap<>(head.drains().getOrDefault(name, Map.of()));
    this.draft = draft;
    for (BackendConfig backend : file.backends()) {
      fileBackends.put(backend.id(), backend);
    }
  }

  /** Begins with what another document says alone: the overlay is to be merged into it. */
  static PoolEdit ofDocument(String name, PoolConfig file, Head head, ChangeRecord draft) {
    return new PoolEdit(name, file, Map.of(), head, draft);
  }

  /** Begins and ends drains as the states of all backends in effect say. */
  void settleDrains() {
    effective().backends().forEach(this::settleDrain);
  }

  /** Returns the pool's name. */
  String name() {
    return name;
  }

  /** Returns the pool's settings, as the document has them. */
  PoolConfig settings() {
    return file;
  }

  /** Returns the change that is made. */
  ChangeRecord draft() {
    return draft;
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

  /** Returns the drain that a backend is in, or null. */
  @Nullable Drain drain(String id) {
    return drains.get(id);
  }

  /** Makes this the backend in effect; null: none. A drain that begins has the pool's terms. */
  void put(String id, @Nullable BackendConfig wanted) {
    put(id, wanted, entries.get(id));
  }

  /**
   * Makes this the backend in effect; null: none.
   *
   * @param before what tells who gave it its state; null: nothing does
   */
  void put(String id, @Nullable BackendConfig wanted, @Nullable OverlayEntry before) {
    BackendConfig base = inFile(id);
    long scaled = before != null && before.hasStateOf(wanted) ? before.scaled() : 0;
    boolean held = scaled == OverlayEntry.HELD && wanted != null && wanted.standby();
    if (Objects.equals(base, wanted) && !held) {
      entries.remove(id);
    } else {
      entries.put(id, new OverlayEntry(base, wanted, scaled));
    }
    if (wanted == null) {
      drains.remove(id);
    } else {
      settleDrain(wanted);
    }
  }

  private void settleDrain(BackendConfig wanted) {
    if (wanted.state() != AdminState.DRAIN) {
      drains.remove(wanted.id());
    } else {
      drains.computeIfAbsent(wanted.id(), id -> DrainStart.of(draft, file));
    }
  }

  /** Notes that an operator wished the state of a backend; of one that is no standby, nothing. */
  void hold(String id) {
    BackendConfig present = get(id);
    if (draft.kind() == ChangeRecord.Kind.OPERATOR && present != null && present.standby()) {
      entries.put(id, new OverlayEntry(inFile(id), present, OverlayEntry.HELD));
    }
  }

  /** Forgets who gave a backend its state. */
  void release(String id) {
    entries.computeIfPresent(id, (each, entry) -> entry.scaledAt(0));
  }

  /** Tells whether an operator wished the state of a standby backend. */
  boolean isHeld(String id) {
    OverlayEntry entry = entries.get(id);
    return entry != null && entry.scaled() == OverlayEntry.HELD;
  }

  /** Returns what differs from the document of a backend, or null. */
  @Nullable OverlayEntry entry(String id) {
    return entries.get(id);
  }

  /** Makes this the drain that a backend is in, whose state is {@code drain}. */
  void drain(String id, Drain drain) {
    drains.put(id, drain);
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

  /** Returns what differs from a head, one edit for each backend. */
  List<Edit> edits(Head before) {
    Map<String, BackendConfig> members = before.members().getOrDefault(name, Map.of());
    Map<String, OverlayEntry> overlay = before.overlay().getOrDefault(name, Map.of());
    Set<String> ids = new LinkedHashSet<>(members.keySet());
    ids.addAll(overlay.keySet());
    ids.addAll(fileBackends.keySet());
    ids.addAll(entries.keySet());
    List<Edit> edits = new ArrayList<>();
    for (String id : ids) {
      BackendConfig from = members.get(id);
      BackendConfig to = get(id);
      boolean same =
          Objects.equals(from, to)
              && Objects.equals(overlay.get(id), entries.get(id))
              && Objects.equals(before.drain(name, id), drains.get(id));
      if (!same) {
        edits.add(new Edit(name, id, inFile(id), from, to, drains.get(id)));
      }
    }
    return edits;
  }
}
