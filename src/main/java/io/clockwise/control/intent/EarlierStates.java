package io.clockwise.control.intent;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome.Refused;
import io.clockwise.event.ChangeOutcome.Why;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Edit;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/*
 * Each record says what every backend was before it. Taking the edits of the newest records back, one
 * record after the other, leads to the members of an earlier revision; what differs from the members
 * of today becomes ordinary changes, which go the way of all changes.
 */
/** What was in effect at earlier revisions. */
public final class EarlierStates {
  private final IntentState now;
  private final Map<Long, ChangeRecord> history = new HashMap<>();

  /**
   * Looks back.
   *
   * @param history records that are still known, in any order
   */
  public EarlierStates(IntentState now, List<ChangeRecord> history) {
    this.now = now;
    history.forEach(record -> this.history.put(record.revision(), record));
  }

  /** What a wish comes to. */
  public sealed interface Found {}

  /** These changes. */
  public record Changes(ChangeRecord.Kind kind, List<BackendChange> changes) implements Found {}

  /** Nothing: the revision is not known. */
  public record Missing(Refused refused) implements Found {}

  private record Place(String pool, String id) {}

  /** Returns the changes that a wish comes to. */
  public Found changes(ChangeProposal.Wanted wanted) {
    if (wanted instanceof ChangeProposal.Rollback rollback) {
      return rollback(rollback);
    }
    if (wanted instanceof ChangeProposal.Undo undo) {
      return undo(undo.revision());
    }
    if (wanted instanceof ChangeProposal.Scaling scaling) {
      return new Changes(ChangeRecord.Kind.AUTOSCALE, scaling.changes());
    }
    return new Changes(ChangeRecord.Kind.OPERATOR, ((ChangeProposal.Changes) wanted).changes());
  }

  private Found rollback(ChangeProposal.Rollback wanted) {
    if (wanted.revision() < 1 || wanted.revision() > now.revision()) {
      return missing(wanted.revision());
    }
    Map<Place, @Nullable BackendConfig> then = new LinkedHashMap<>();
    for (long revision = now.revision(); revision > wanted.revision(); revision--) {
      ChangeRecord record = history.get(revision);
      if (record == null) {
        return missing(wanted.revision());
      }
      for (Edit edit : record.effect().edits()) {
        then.put(new Place(edit.pool(), edit.id()), edit.from());
      }
    }
    return new Changes(ChangeRecord.Kind.ROLLBACK, differences(then, wanted.states()));
  }

  private Found undo(long revision) {
    ChangeRecord record = history.get(revision);
    if (record == null) {
      return missing(revision);
    }
    Map<Place, @Nullable BackendConfig> then = new LinkedHashMap<>();
    record
        .effect()
        .edits()
        .forEach(edit -> then.put(new Place(edit.pool(), edit.id()), edit.from()));
    return new Changes(ChangeRecord.Kind.ROLLBACK, differences(then, true));
  }

  private List<BackendChange> differences(
      Map<Place, @Nullable BackendConfig> then, boolean states) {
    List<BackendChange> changes = new ArrayList<>();
    Set<String> pools = new LinkedHashSet<>(now.file().pools().keySet());
    then.forEach(
        (place, backend) -> {
          if (pools.contains(place.pool())) { // a pool that the document has no more stays gone
            BackendConfig present =
                now.head().members().getOrDefault(place.pool(), Map.of()).get(place.id());
            add(changes, place, backend, present, states);
          }
        });
    return changes;
  }

  private static void add(
      List<BackendChange> changes,
      Place place,
      @Nullable BackendConfig then,
      @Nullable BackendConfig present,
      boolean states) {
    if (then == null) {
      if (present != null) {
        changes.add(new BackendChange.Remove(place.pool(), place.id()));
      }
      return;
    }
    AdminState own = present == null ? AdminState.READY : present.state();
    BackendConfig wanted = states ? then : then.withState(own);
    if (!wanted.equals(present)) {
      changes.add(new BackendChange.Put(place.pool(), wanted));
    }
  }

  private Missing missing(long revision) {
    return new Missing(
        new Refused(
            Why.UNKNOWN_REVISION,
            "",
            "revision "
                + revision
                + " cannot be gone back to: the newest is "
                + now.revision()
                + ", and only some hundred are kept; GET /v1/revisions lists them"));
  }
}
