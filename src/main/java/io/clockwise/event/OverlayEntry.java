package io.clockwise.event;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.AdminState;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the API has made of one backend, beside what the file says.
 *
 * @param base the backend in the file when the API first changed it; null: it was not in the file
 * @param wanted the backend as the API wants it; null: removed
 * @param scaled the revision by which autoscale gave it its state; {@link #HELD}: an operator
 *     wished the state of a standby backend; 0: neither
 */
public record OverlayEntry(
    @Nullable BackendConfig base, @Nullable BackendConfig wanted, long scaled) {
  /** An operator wished the state, and autoscale leaves it alone. */
  public static final long HELD = -1;

  /** Makes one whose state nobody has given in particular. */
  public OverlayEntry(@Nullable BackendConfig base, @Nullable BackendConfig wanted) {
    this(base, wanted, 0);
  }

  /** Returns the same with who gave it its state. */
  public OverlayEntry scaledAt(long revision) {
    return new OverlayEntry(base, wanted, revision);
  }

  /** Tells whether autoscale gave it its state. */
  public boolean isScaled() {
    return scaled > 0;
  }

  /** Tells whether it has its state neither from autoscale nor from the document. */
  public boolean isOfOperator() {
    AdminState usual = base == null ? AdminState.MAINT : base.state();
    return scaled == HELD || scaled == 0 && wanted != null && wanted.state() != usual;
  }

  /** Tells whether a backend has the state that this one has. */
  public boolean hasStateOf(@Nullable BackendConfig other) {
    return wanted != null && other != null && wanted.state() == other.state();
  }

  /**
   * Returns the entry of a backend after a record; null: what the document says holds. A state is
   * autoscale's, or an operator's, until somebody else wishes one, or gives the backend anew.
   *
   * @param before the entry before; null: there was none
   * @param sameDrain whether it is in the drain that it was in, or in none as before
   */
  static @Nullable OverlayEntry after(
      @Nullable OverlayEntry before, ChangeRecord record, Edit edit, boolean sameDrain) {
    OverlayEntry entry = edit.entry();
    BackendConfig to = edit.to();
    if (to == null) {
      return entry;
    }
    long scaled = given(record, edit, to);
    if (scaled == 0 && !isGiven(record, edit) && before != null) {
      scaled = sameDrain && before.hasStateOf(to) ? before.scaled() : 0;
    }
    if (entry == null) {
      return scaled == HELD && to.standby() ? new OverlayEntry(edit.base(), to, HELD) : null;
    }
    return entry.scaledAt(scaled);
  }

  private static long given(ChangeRecord record, Edit edit, BackendConfig to) {
    if (record.kind() == ChangeRecord.Kind.AUTOSCALE) {
      return record.revision();
    }
    BackendConfig from = edit.from();
    boolean back =
        record.kind() == ChangeRecord.Kind.ROLLBACK && from != null && from.state() != to.state();
    boolean wished =
        back
            || own(record, edit).stream()
                .anyMatch(
                    each ->
                        each instanceof BackendChange.Wish
                            || each instanceof BackendChange.Drained);
    return to.standby() && wished ? HELD : 0;
  }

  /* Whoever says all of a backend gives it back. */
  private static boolean isGiven(ChangeRecord record, Edit edit) {
    return own(record, edit).stream()
        .anyMatch(
            each ->
                each instanceof BackendChange.Add
                    || each instanceof BackendChange.Put
                    || each instanceof BackendChange.Revert);
  }

  private static List<BackendChange> own(ChangeRecord record, Edit edit) {
    return record.kind() != ChangeRecord.Kind.OPERATOR
        ? List.of()
        : record.changes().stream()
            .filter(each -> each.pool().equals(edit.pool()))
            .filter(each -> Objects.equals(each.id(), edit.id()))
            .toList();
  }
}
