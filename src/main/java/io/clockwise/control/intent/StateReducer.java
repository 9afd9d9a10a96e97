package io.clockwise.control.intent;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.ShutdownConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome.Refused;
import io.clockwise.event.ChangeOutcome.Why;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Edit;
import io.clockwise.event.Head;
import io.clockwise.event.IntentState;
import io.clockwise.model.placement.limits.LimitBreach;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/*
 * The state is a fold over the log: every instance that folds the same records, with the same
 * documents at hand, has the same state. A record says what it makes of each backend, so folding
 * needs no rules; the rules work once, when the record is planned. Nothing here looks at a clock, at
 * health or at anything that is not in the arguments.
 */
/** From a state and a record to the next state: pure functions. */
public final class StateReducer {
  /** What is accepted before the first record: nothing. */
  public static final IntentState EMPTY = new IntentState(Head.EMPTY, nothing(), nothing());

  private static final ChangeRecord.Cause NOBODY =
      new ChangeRecord.Cause(ChangeRecord.Kind.SYSTEM, "", "", Instant.EPOCH);

  private StateReducer() {}

  /** Returns the state of a process that has a head and no document yet. */
  public static IntentState resumed(Head head) {
    return new IntentState(head, EMPTY.file(), EMPTY.effective());
  }

  /** Returns the state of a process that goes on from a head with the document it was made with. */
  public static IntentState resumed(Head head, ClockwiseConfig file) {
    Map<String, PoolConfig> pools = new LinkedHashMap<>(file.pools());
    pools.replaceAll(
        (name, pool) -> {
          ChangeRecord none = new ChangeRecord("", NOBODY, List.of());
          return new PoolEdit(name, pool, head, none).effective();
        });
    return new IntentState(head, file, file.withPools(pools));
  }

  /**
   * Says what a draft makes of a state.
   *
   * @param documents from the fingerprint of a document to what it says; null for one that this
   *     instance does not have, which leaves everything as it is
   * @return for an accepted one, the draft with its effect
   */
  public static Reduction plan(
      IntentState state,
      ChangeRecord draft,
      Function<String, @Nullable ClockwiseConfig> documents) {
    if (draft.kind() != ChangeRecord.Kind.FILE) {
      return operate(state, draft);
    }
    ClockwiseConfig file = documents.apply(draft.fileFingerprint());
    return file == null
        ? new Reduction.Accepted(draft, state, List.of())
        : new FilePlan(state, draft, file).make();
  }

  /**
   * Applies a committed record.
   *
   * @param documents as of {@link #plan}
   */
  public static IntentState reduce(
      IntentState state,
      ChangeRecord record,
      Function<String, @Nullable ClockwiseConfig> documents) {
    ClockwiseConfig file =
        record.kind() == ChangeRecord.Kind.FILE
            ? documents.apply(record.fileFingerprint())
            : state.file();
    return file == null ? skip(state, record) : applied(state, record, file);
  }

  /** Returns the state after a record, by a document. */
  static IntentState applied(IntentState state, ChangeRecord record, ClockwiseConfig file) {
    Head head = state.head().after(record);
    boolean other = record.kind() == ChangeRecord.Kind.FILE;
    Map<String, PoolConfig> pools =
        new LinkedHashMap<>(other ? file.pools() : state.effective().pools());
    Set<String> touched = other ? head.overlay().keySet() : record.effect().pools();
    for (String name : touched) {
      PoolConfig pool = file.pools().get(name);
      if (pool != null) {
        pools.put(name, new PoolEdit(name, pool, head, record).effective());
      }
    }
    if (!other) {
      return new IntentState(head, file, state.effective().withPools(pools));
    }
    ClockwiseConfig running = isFresh(state) ? file : state.effective();
    return new IntentState(head, file, file.withPools(pools).keeping(running));
  }

  private static boolean isFresh(IntentState state) {
    return state.file().pools().isEmpty(); // a document has at least one
  }

  /** Returns the state after a record whose document this instance does not have. */
  private static IntentState skip(IntentState state, ChangeRecord record) {
    Head old = state.head();
    Head head =
        new Head(
            record.revision(),
            record.hash(),
            old.fileFingerprint(),
            old.overlay(),
            old.members(),
            old.drains(),
            old.poolRevisions());
    return new IntentState(head, state.file(), state.effective());
  }

  /** Returns the keys of the document whose new value waits for a restart. */
  public static List<String> needsRestart(IntentState state) {
    List<String> keys = new ArrayList<>();
    AdminConfig wanted = state.file().admin();
    AdminConfig running = state.effective().admin();
    if (!wanted.bind().equals(running.bind())) {
      keys.add("admin.bind");
    }
    if (!wanted.tokens().equals(running.tokens())) {
      keys.add("admin.tokens");
    }
    if (wanted.recentRequests() != running.recentRequests()) {
      keys.add("admin.recentRequests");
    }
    if (!state.file().probes().equals(state.effective().probes())) {
      keys.add("probes.bind");
    }
    if (!Objects.equals(state.file().stateDir(), state.effective().stateDir())) {
      keys.add("stateDir");
    }
    if (state.file().transport() != state.effective().transport()) {
      keys.add("transport");
    }
    return keys;
  }

  private static Reduction operate(IntentState state, ChangeRecord draft) {
    Map<String, PoolEdit> edits = new LinkedHashMap<>();
    for (int place = 0; place < draft.changes().size(); place++) {
      BackendChange change = draft.changes().get(place);
      PoolConfig file = state.file().pools().get(change.pool());
      if (file == null) {
        return new Reduction.Refused(noPool(change.pool()).at(place));
      }
      PoolEdit edit =
          edits.computeIfAbsent(
              change.pool(), name -> new PoolEdit(name, file, state.head(), draft));
      Optional<Refused> refused = ChangeRules.apply(edit, change);
      if (refused.isPresent()) {
        return new Reduction.Refused(refused.get().at(place));
      }
    }
    List<Edit> all = new ArrayList<>();
    Set<String> touched = new LinkedHashSet<>();
    for (PoolEdit edit : edits.values()) {
      List<Edit> own = edit.edits(state.head());
      all.addAll(own);
      if (own.stream().anyMatch(Edit::touches)) {
        touched.add(edit.name());
      }
      List<LimitBreach> breaches = ChangeRules.breaches(edit.effective());
      if (!breaches.isEmpty()) {
        return new Reduction.Refused(tooMuch(edit.name(), breaches.get(0)));
      }
    }
    ChangeRecord record = draft.with(new ChangeRecord.Effect("", touched, all));
    return new Reduction.Accepted(record, previewed(state, record, state.file()), List.of());
  }

  /** Returns the state that a record would lead to as the next one. */
  static IntentState previewed(IntentState state, ChangeRecord record, ClockwiseConfig file) {
    ChangeRecord.Place next =
        new ChangeRecord.Place(state.revision() + 1, state.head().hash(), state.head().hash());
    return applied(state, record.revision() == 0 ? record.at(next) : record, file);
  }

  /** Tells whether two pools differ in nothing but the order of their backends. */
  static boolean sameInEffect(PoolConfig one, PoolConfig other) {
    return one.equals(other) || sorted(one).equals(sorted(other));
  }

  private static PoolConfig sorted(PoolConfig pool) {
    return pool.withBackends(
        pool.backends().stream().sorted(Comparator.comparing(BackendConfig::id)).toList());
  }

  /** Returns the refusal of a change to a pool that is not there. */
  static Refused noPool(String pool) {
    return new Refused(Why.NOT_FOUND, "pool", "there is no pool " + ChangeRules.quote(pool));
  }

  private static Refused tooMuch(String pool, LimitBreach breach) {
    String detail = ChangeRules.problem(pool, breach).toString();
    return new Refused(Why.INVALID, ChangeRules.field(breach), detail);
  }

  private static ClockwiseConfig nothing() {
    return new ClockwiseConfig(
        "",
        List.of(),
        List.of(),
        AdminConfig.DEFAULT,
        LimitsConfig.DEFAULT,
        ShutdownConfig.DEFAULT,
        AccessLogConfig.DEFAULT,
        List.of(),
        Map.of());
  }
}
