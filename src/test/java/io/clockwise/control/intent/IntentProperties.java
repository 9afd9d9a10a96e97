package io.clockwise.control.intent;

import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.filed;
import static io.clockwise.control.intent.Intents.operated;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentState;
import io.clockwise.event.OverlayEntry;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Drain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any sequence of API changes and edits of the file, against {@link FieldModel}. */
class IntentProperties {
  private static final List<String> IDS = List.of("a", "b", "c");

  /** One event: a change through the API, or the backends that the file then has. */
  private record Step(BackendChange change, Map<String, BackendConfig> file) {}

  private Arbitrary<BackendConfig> backends(String id) {
    return Combinators.combine(
            Arbitraries.of("h:1", "h:2"),
            Arbitraries.integers().between(0, 2),
            Arbitraries.of(AdminState.class))
        .as(
            (address, weight, state) ->
                new BackendConfig(id, BackendAddress.parse(address).orElseThrow(), weight, state));
  }

  private Arbitrary<Map<String, BackendConfig>> files() {
    return Combinators.combine(
            backends("a").optional(0.8), backends("b").optional(0.5), backends("c").optional(0.2))
        .as(
            (a, b, c) -> {
              Map<String, BackendConfig> file = new LinkedHashMap<>();
              List.of(a, b, c).forEach(o -> o.ifPresent(x -> file.put(x.id(), x)));
              return file;
            });
  }

  private Arbitrary<BackendChange> changes(String id) {
    return Arbitraries.oneOf(
        backends(id).map(b -> new BackendChange.Add("carts", b)),
        backends(id)
            .map(
                b ->
                    new BackendChange.Set(
                        "carts", id, OptionalInt.of(b.weight()), Optional.empty())),
        backends(id)
            .map(
                b ->
                    new BackendChange.Set(
                        "carts", id, OptionalInt.empty(), Optional.of(b.address()))),
        Arbitraries.of(AdminState.class).map(s -> new BackendChange.Wish("carts", id, s)),
        Arbitraries.just(new BackendChange.Remove("carts", id)));
  }

  @Provide
  Arbitrary<List<Step>> histories() {
    Arbitrary<Step> change =
        Arbitraries.of(IDS).flatMap(this::changes).map(c -> new Step(c, Map.of()));
    Arbitrary<Step> edit = files().map(f -> new Step(null, f));
    return Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(3, change), net.jqwik.api.Tuple.of(1, edit))
        .list()
        .ofMinSize(1)
        .ofMaxSize(25);
  }

  private static ClockwiseConfig config(Map<String, BackendConfig> file) {
    PoolConfig pool = Intents.pool().withBackends(List.copyOf(file.values()));
    return file(Map.of("carts", pool));
  }

  @Property(tries = 1000)
  void eachFieldFollowsItsRuleAndReplayGivesTheSame(@ForAll("histories") List<Step> history) {
    FieldModel model = new FieldModel();
    List<ChangeRecord> records = new ArrayList<>();
    Map<String, ClockwiseConfig> documents = new HashMap<>();
    documents.put("start", config(Map.of()));
    IntentState state = StateReducer.EMPTY;
    records.add(plan(state, filed("start"), documents).orElseThrow());
    state = StateReducer.reduce(state, records.get(0), documents::get);
    for (Step step : history) {
      Optional<ChangeRecord> next = plan(state, draft(step, records.size(), documents), documents);
      boolean possible =
          step.change() == null ? model.edit(step.file()) : model.change(step.change());
      assertThat(next.isPresent()).as("%s", step).isEqualTo(possible);
      if (next.isPresent()) {
        records.add(next.get());
        IntentState after = StateReducer.reduce(state, next.get(), documents::get);
        checkTouched(state, after);
        state = endLeaving(after, records, documents);
      }
      check(state, model);
    }
    assertThat(replay(records, documents)).isEqualTo(state);
  }

  private static ChangeRecord draft(Step step, int seen, Map<String, ClockwiseConfig> documents) {
    if (step.change() != null) {
      return operated(step.change());
    }
    documents.put("f" + seen, config(step.file()));
    return filed("f" + seen);
  }

  /** Backends that are gone from the document go at once, as if nobody used them. */
  private static IntentState endLeaving(
      IntentState state, List<ChangeRecord> records, Map<String, ClockwiseConfig> documents) {
    IntentState now = state;
    for (Map.Entry<String, Drain> drain :
        state.head().drains().getOrDefault("carts", Map.of()).entrySet()) {
      if (drain.getValue().terms().leaves()) {
        BackendChange end =
            new BackendChange.End(
                "carts", drain.getKey(), drain.getValue().id(), Drain.Outcome.DRAINED);
        records.add(plan(now, operated(end), documents).orElseThrow());
        now = StateReducer.reduce(now, records.get(records.size() - 1), documents::get);
      }
    }
    return now;
  }

  private static void check(IntentState state, FieldModel model) {
    Map<String, BackendConfig> file = byId(state.file());
    Map<String, BackendConfig> effective = byId(state.effective());
    assertThat(effective).isEqualTo(model.effective());
    Map<String, OverlayEntry> overlay = state.overlay().getOrDefault("carts", Map.of());
    for (String id : IDS) {
      OverlayEntry entry = overlay.get(id);
      boolean differs = !java.util.Objects.equals(file.get(id), effective.get(id));
      assertThat(entry != null).isEqualTo(differs);
      if (entry != null) {
        assertThat(entry).isEqualTo(new OverlayEntry(file.get(id), effective.get(id)));
      }
    }
  }

  private static void checkTouched(IntentState before, IntentState after) {
    boolean same = byId(before.effective()).equals(byId(after.effective()));
    assertThat(after.revision()).isEqualTo(before.revision() + 1);
    assertThat(after.poolRevisions().get("carts"))
        .isEqualTo(same ? before.poolRevisions().get("carts") : Long.valueOf(after.revision()));
  }

  private static Map<String, BackendConfig> byId(ClockwiseConfig config) {
    Map<String, BackendConfig> map = new HashMap<>();
    config.pools().get("carts").backends().forEach(b -> map.put(b.id(), b));
    return map;
  }

  private static Optional<ChangeRecord> plan(
      IntentState state, ChangeRecord draft, Map<String, ClockwiseConfig> documents) {
    ChangeRecord.Place next = new ChangeRecord.Place(state.revision() + 1, "", "");
    return StateReducer.plan(state, draft, documents::get) instanceof Reduction.Accepted accepted
        ? Optional.of(accepted.record().at(next))
        : Optional.empty();
  }

  private static IntentState replay(
      List<ChangeRecord> records, Map<String, ClockwiseConfig> documents) {
    IntentState state = StateReducer.EMPTY;
    for (ChangeRecord record : records) {
      state = StateReducer.reduce(state, record, documents::get);
    }
    return state;
  }
}
