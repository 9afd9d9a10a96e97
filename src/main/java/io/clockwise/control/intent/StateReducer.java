package io.clockwise.control.intent;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigProblem;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.ShutdownConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome.Refused;
import io.clockwise.event.ChangeOutcome.Why;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentState;
import io.clockwise.event.OverlayEntry;
import io.clockwise.model.placement.limits.LimitBreach;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/*
 * The state is a fold over the log: every instance that folds the same records, with the same
 * documents at hand, has the same state. So nothing here looks at a clock, at health or at
 * anything that is not in the arguments.
 */
/** From a state and a record to the next state: a pure function. */
public final class StateReducer {
  /** What is accepted before the first record: nothing. */
  public static final IntentState EMPTY = empty();

  private StateReducer() {}

  /**
   * Applies one record.
   *
   * @param record its revision becomes the state's
   * @param documents from the fingerprint of a document to what it says; null for one that this
   *     instance does not have, which leaves everything but the revision as it is
   */
  public static Reduction reduce(
      IntentState state,
      ChangeRecord record,
      Function<String, @Nullable ClockwiseConfig> documents) {
    if (record.kind() == ChangeRecord.Kind.OPERATOR) {
      return operate(state, record);
    }
    ClockwiseConfig file = documents.apply(record.fileFingerprint());
    return file == null
        ? new Reduction.Accepted(skip(state, record.revision()), List.of())
        : reload(state, record.revision(), file);
  }

  /** Returns the state after a record that changes nothing here. */
  public static IntentState skip(IntentState state, long revision) {
    return new IntentState(
        revision, state.file(), state.overlay(), state.effective(), state.poolRevisions());
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
    if (!state.file().probes().equals(state.effective().probes())) {
      keys.add("probes.bind");
    }
    if (state.file().transport() != state.effective().transport()) {
      keys.add("transport");
    }
    return keys;
  }

  private static Reduction operate(IntentState state, ChangeRecord record) {
    Map<String, PoolEdit> edits = new LinkedHashMap<>();
    for (BackendChange change : record.changes()) {
      PoolConfig file = state.file().pools().get(change.pool());
      if (file == null) {
        return new Reduction.Refused(noPool(change.pool()));
      }
      PoolEdit edit =
          edits.computeIfAbsent(change.pool(), name -> new PoolEdit(file, entries(state, name)));
      Optional<Refused> refused = ChangeRules.apply(edit, change);
      if (refused.isPresent()) {
        return new Reduction.Refused(refused.get());
      }
    }
    Map<String, Map<String, OverlayEntry>> overlay = new LinkedHashMap<>(state.overlay());
    Map<String, PoolConfig> pools = new LinkedHashMap<>(state.effective().pools());
    edits.forEach((name, edit) -> settle(name, edit, overlay, pools));
    for (String name : edits.keySet()) {
      PoolConfig pool = pools.get(name);
      List<LimitBreach> breaches = pool == null ? List.of() : ChangeRules.breaches(pool);
      if (!breaches.isEmpty()) {
        return new Reduction.Refused(tooMuch(name, breaches.get(0)));
      }
    }
    ClockwiseConfig effective = state.effective().withPools(pools);
    return accepted(state, record.revision(), state.file(), overlay, effective, List.of());
  }

  private static Reduction reload(IntentState state, long revision, ClockwiseConfig file) {
    Map<String, Map<String, OverlayEntry>> overlay = new LinkedHashMap<>();
    Map<String, PoolConfig> pools = new LinkedHashMap<>(file.pools());
    List<String> superseded = new ArrayList<>();
    state
        .overlay()
        .forEach(
            (name, entries) -> {
              PoolConfig pool = file.pools().get(name);
              if (pool == null) {
                entries.keySet().forEach(id -> superseded.add(path(name, id)));
              } else {
                settle(name, merge(name, pool, entries, superseded), overlay, pools);
              }
            });
    List<ConfigProblem> problems = new ArrayList<>();
    pools.forEach(
        (name, pool) ->
            ChangeRules.breaches(pool)
                .forEach(breach -> problems.add(ChangeRules.problem(name, breach))));
    if (!problems.isEmpty()) {
      return new Reduction.Invalid(problems);
    }
    ClockwiseConfig running = state.revision() == 0 ? file : state.effective();
    Collections.sort(superseded);
    ClockwiseConfig effective = file.withPools(pools).keeping(running);
    return accepted(state, revision, file, overlay, effective, superseded);
  }

  private static PoolEdit merge(
      String name, PoolConfig pool, Map<String, OverlayEntry> entries, List<String> superseded) {
    PoolEdit edit = new PoolEdit(pool, Map.of());
    entries.forEach(
        (id, entry) -> {
          FileMerge.Merged merged = FileMerge.merge(path(name, id), entry, edit.inFile(id));
          edit.put(id, merged.wanted());
          superseded.addAll(merged.superseded());
        });
    return edit;
  }

  private static void settle(
      String name,
      PoolEdit edit,
      Map<String, Map<String, OverlayEntry>> overlay,
      Map<String, PoolConfig> pools) {
    pools.put(name, edit.effective());
    if (edit.entries().isEmpty()) {
      overlay.remove(name);
    } else {
      overlay.put(name, edit.entries());
    }
  }

  private static Reduction accepted(
      IntentState before,
      long revision,
      ClockwiseConfig file,
      Map<String, Map<String, OverlayEntry>> overlay,
      ClockwiseConfig effective,
      List<String> superseded) {
    Map<String, Long> revisions = new LinkedHashMap<>();
    effective
        .pools()
        .forEach(
            (name, pool) -> {
              PoolConfig old = before.effective().pools().get(name);
              Long oldRevision = before.poolRevisions().get(name);
              boolean same = old != null && oldRevision != null && sameInEffect(old, pool);
              revisions.put(name, same ? oldRevision : Long.valueOf(revision));
            });
    IntentState after =
        new IntentState(
            revision,
            file,
            Collections.unmodifiableMap(overlay),
            effective,
            Collections.unmodifiableMap(revisions));
    return new Reduction.Accepted(after, superseded);
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

  private static Map<String, OverlayEntry> entries(IntentState state, String pool) {
    return state.overlay().getOrDefault(pool, Map.of());
  }

  private static Refused tooMuch(String pool, LimitBreach breach) {
    String detail = ChangeRules.problem(pool, breach).toString();
    return new Refused(Why.INVALID, ChangeRules.field(breach), detail);
  }

  private static String path(String pool, String id) {
    return "pools." + pool + ".backends." + id;
  }

  private static IntentState empty() {
    ClockwiseConfig nothing =
        new ClockwiseConfig(
            "",
            List.of(),
            List.of(),
            AdminConfig.DEFAULT,
            LimitsConfig.DEFAULT,
            ShutdownConfig.DEFAULT,
            AccessLogConfig.DEFAULT,
            List.of(),
            Map.of());
    return new IntentState(0, nothing, Map.of(), nothing, Map.of());
  }
}
