package io.clockwise.control.intent;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigProblem;
import io.clockwise.config.PoolConfig;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Edit;
import io.clockwise.event.Head;
import io.clockwise.event.IntentState;
import io.clockwise.event.OverlayEntry;
import io.clockwise.model.AdminState;
import io.clockwise.model.Drain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/*
 * Each entry of the overlay is merged with the new document by FileMerge. A backend that the document
 * no longer has is not cut off: it stays for a minute at the most as one that is drained, in an entry
 * of its own, and is removed by the end of that drain. If the document has it again before, it is as
 * the document says.
 */
/** What another document makes of a state. */
final class FilePlan {
  private final IntentState state;
  private final Head head;
  private final ChangeRecord draft;
  private final ClockwiseConfig file;
  private final List<Edit> edits = new ArrayList<>();
  private final Set<String> touched = new LinkedHashSet<>();
  private final List<String> superseded = new ArrayList<>();
  private final List<ConfigProblem> problems = new ArrayList<>();

  FilePlan(IntentState state, ChangeRecord draft, ClockwiseConfig file) {
    this.state = state;
    this.head = state.head();
    this.draft = draft;
    this.file = file;
  }

  /** Makes the plan. */
  Reduction make() {
    file.pools().forEach(this::merge);
    Set<String> gone = new LinkedHashSet<>(head.members().keySet());
    gone.addAll(head.overlay().keySet());
    gone.removeAll(file.pools().keySet());
    gone.forEach(this::drop);
    if (!problems.isEmpty()) {
      return new Reduction.Invalid(problems);
    }
    Collections.sort(superseded);
    ChangeRecord record =
        draft.with(new ChangeRecord.Effect(draft.fileFingerprint(), touched, edits));
    return new Reduction.Accepted(record, StateReducer.previewed(state, record, file), superseded);
  }

  private void merge(String name, PoolConfig pool) {
    PoolEdit edit = PoolEdit.ofDocument(name, pool, head, draft);
    head.overlay().getOrDefault(name, Map.of()).forEach((id, entry) -> merge(edit, id, entry));
    PoolConfig before = state.file().pools().get(name);
    if (before != null) {
      before.backends().forEach(backend -> leave(edit, backend.id()));
    }
    edit.settleDrains();
    PoolConfig effective = edit.effective();
    List<Edit> own = edit.edits(head);
    edits.addAll(own);
    PoolConfig old = state.effective().pools().get(name);
    if (own.stream().anyMatch(Edit::touches)
        || old == null
        || !StateReducer.sameInEffect(old, effective)) {
      touched.add(name);
    }
    ChangeRules.breaches(effective)
        .forEach(breach -> problems.add(ChangeRules.problem(name, breach)));
  }

  private void merge(PoolEdit edit, String id, OverlayEntry entry) {
    BackendConfig inFile = edit.inFile(id);
    Drain drain = head.drain(edit.name(), id);
    if (inFile != null && drain != null && drain.terms().leaves()) {
      back(edit, inFile, drain);
      return;
    }
    FileMerge.Merged merged = FileMerge.merge(path(edit.name(), id), entry, inFile);
    edit.put(id, merged.wanted(), entry);
    superseded.addAll(merged.superseded());
  }

  /* What an operator drained before it was gone is still drained. */
  private static void back(PoolEdit edit, BackendConfig inFile, Drain drain) {
    if (!DrainStart.isOfDocument(drain) && inFile.state() == AdminState.READY) {
      edit.put(inFile.id(), inFile.withState(AdminState.DRAIN));
      edit.drain(inFile.id(), DrainStart.leaves(drain, false));
    }
  }

  private boolean isLeaving(String pool, String id) {
    Drain drain = head.drain(pool, id);
    return drain != null && drain.terms().leaves();
  }

  private void leave(PoolEdit edit, String id) {
    BackendConfig was = head.members().getOrDefault(edit.name(), Map.of()).get(id);
    if (was == null || edit.get(id) != null || servesNobody(edit.name(), was)) {
      return;
    }
    edit.put(id, was.withState(AdminState.DRAIN));
    boolean drained = was.state() == AdminState.DRAIN;
    Drain own = drained ? head.drain(edit.name(), id) : null;
    edit.drain(id, DrainStart.leaving(draft, edit.settings(), own));
  }

  private boolean servesNobody(String pool, BackendConfig was) {
    @Nullable Drain drain = head.drain(pool, was.id());
    return was.state() == AdminState.MAINT || drain != null && !drain.isOpen();
  }

  private void drop(String pool) {
    head.overlay().getOrDefault(pool, Map.of()).keySet().stream()
        .filter(id -> !isLeaving(pool, id))
        .forEach(id -> superseded.add(path(pool, id)));
    Set<String> ids = new LinkedHashSet<>(head.overlay().getOrDefault(pool, Map.of()).keySet());
    Map<String, BackendConfig> members = head.members().getOrDefault(pool, Map.of());
    ids.addAll(members.keySet());
    ids.forEach(id -> edits.add(new Edit(pool, id, null, members.get(id), null, null)));
  }

  private static String path(String pool, String id) {
    return "pools." + pool + ".backends." + id;
  }
}
