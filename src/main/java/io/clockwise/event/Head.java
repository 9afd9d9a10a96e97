package io.clockwise.event;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.Drain;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The newest accepted state without the document: all that a process needs to go on where another
 * one ended. Immutable.
 *
 * @param revision of the last record; 0: none was accepted
 * @param hash of the last record, hexadecimal; empty at first
 * @param fileFingerprint of the document in use; empty at first
 * @param overlay what differs from the document, by pool and backend id
 * @param members the backends in effect, by pool and id
 * @param drains those that backends are in, by pool and id
 * @param poolRevisions the revision of the last record that touched each pool
 */
public record Head(
    long revision,
    String hash,
    String fileFingerprint,
    Map<String, Map<String, OverlayEntry>> overlay,
    Map<String, Map<String, BackendConfig>> members,
    Map<String, Map<String, Drain>> drains,
    Map<String, Long> poolRevisions) {

  /** What is there before the first record. */
  public static final Head EMPTY = new Head(0, "", "", Map.of(), Map.of(), Map.of(), Map.of());

  /**
   * Returns the head after a committed record: a pure function of the two.
   *
   * @param record with its revision and edits
   */
  public Head after(ChangeRecord record) {
    Map<String, Map<String, OverlayEntry>> newOverlay = copy(overlay);
    Map<String, Map<String, BackendConfig>> newMembers = copy(members);
    Map<String, Map<String, Drain>> newDrains = copy(drains);
    for (Edit edit : record.effect().edits()) {
      put(newOverlay, edit, entry(record, edit));
      put(newMembers, edit, edit.to());
      put(newDrains, edit, edit.to() == null ? null : edit.drain());
    }
    Map<String, Long> revisions = new LinkedHashMap<>(poolRevisions);
    record.effect().pools().forEach(pool -> revisions.put(pool, record.revision()));
    boolean file = !record.fileFingerprint().isEmpty();
    return new Head(
        record.revision(),
        record.hash(),
        file ? record.fileFingerprint() : fileFingerprint,
        frozen(newOverlay),
        frozen(newMembers),
        frozen(newDrains),
        Collections.unmodifiableMap(revisions));
  }

  private @Nullable OverlayEntry entry(ChangeRecord record, Edit edit) {
    OverlayEntry before = overlay.getOrDefault(edit.pool(), Map.of()).get(edit.id());
    Drain old = drain(edit.pool(), edit.id());
    Drain now = edit.drain();
    boolean sameDrain =
        Objects.equals(old == null ? null : old.id(), now == null ? null : now.id());
    return OverlayEntry.after(before, record, edit, sameDrain);
  }

  /** Returns the drain that a backend is in, or null. */
  public @Nullable Drain drain(String pool, String id) {
    return drains.getOrDefault(pool, Map.of()).get(id);
  }

  private static <T> Map<String, Map<String, T>> copy(Map<String, Map<String, T>> all) {
    Map<String, Map<String, T>> copy = new LinkedHashMap<>();
    all.forEach((pool, values) -> copy.put(pool, new LinkedHashMap<>(values)));
    return copy;
  }

  private static <T> void put(Map<String, Map<String, T>> all, Edit edit, @Nullable T value) {
    if (value != null) {
      all.computeIfAbsent(edit.pool(), pool -> new LinkedHashMap<>()).put(edit.id(), value);
      return;
    }
    Map<String, T> values = all.get(edit.pool());
    if (values != null) {
      values.remove(edit.id());
      if (values.isEmpty()) {
        all.remove(edit.pool());
      }
    }
  }

  private static <T> Map<String, Map<String, T>> frozen(Map<String, Map<String, T>> all) {
    all.replaceAll((pool, values) -> Collections.unmodifiableMap(values));
    return Collections.unmodifiableMap(all);
  }
}
