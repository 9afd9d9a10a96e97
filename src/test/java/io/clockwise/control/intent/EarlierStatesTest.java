package io.clockwise.control.intent;

import static io.clockwise.control.intent.Intents.add;
import static io.clockwise.control.intent.Intents.address;
import static io.clockwise.control.intent.Intents.effective;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.filed;
import static io.clockwise.control.intent.Intents.operated;
import static io.clockwise.control.intent.Intents.remove;
import static io.clockwise.control.intent.Intents.weight;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome.Why;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Going back to earlier revisions. */
class EarlierStatesTest {
  private static final ClockwiseConfig FILE = file("a=h:1*1@READY", "b=h:2*1@READY");

  private final List<ChangeRecord> history = new ArrayList<>();
  private IntentState state = StateReducer.EMPTY;

  private void accept(ChangeRecord draft) {
    Reduction.Accepted planned =
        (Reduction.Accepted) StateReducer.plan(state, draft, fingerprint -> FILE);
    ChangeRecord record = planned.record().at(new ChangeRecord.Place(state.revision() + 1, "", ""));
    history.add(record);
    state = StateReducer.reduce(state, record, fingerprint -> FILE);
  }

  private void begin(BackendChange... changes) {
    accept(filed("x"));
    for (BackendChange change : changes) {
      accept(operated(change));
    }
  }

  private void go(ChangeProposal.Wanted wanted) {
    EarlierStates.Found found = new EarlierStates(state, history).changes(wanted);
    List<BackendChange> changes = ((EarlierStates.Changes) found).changes();
    accept(operated(changes.toArray(BackendChange[]::new)));
  }

  @Test
  void membersAddressesAndWeightsReturnButStatesStay() {
    begin(
        weight("a", 7),
        add("c=h:3*2@READY"),
        remove("b"),
        address("a", "h:9"),
        wish("a", AdminState.MAINT));
    go(new ChangeProposal.Rollback(2, false));
    assertThat(effective(state)).containsExactly("a=h:1*7@MAINT", "b=h:2*1@READY");
    assertThat(state.revision()).isEqualTo(7);
  }

  @Test
  void statesReturnWhenThatIsAskedFor() {
    begin(wish("a", AdminState.MAINT), wish("a", AdminState.READY), wish("b", AdminState.DRAIN));
    go(new ChangeProposal.Rollback(2, true));
    assertThat(effective(state)).containsExactly("a=h:1*1@MAINT", "b=h:2*1@READY");
  }

  @Test
  void oneRevisionIsTakenBackAloneAndAgain() {
    begin(weight("a", 7), weight("b", 5));
    go(new ChangeProposal.Undo(2));
    assertThat(effective(state)).containsExactly("a=h:1*1@READY", "b=h:2*5@READY");
    go(new ChangeProposal.Undo(4));
    assertThat(effective(state)).containsExactly("a=h:1*7@READY", "b=h:2*5@READY");
  }

  @Test
  void anUnknownRevisionIsRefused() {
    begin(weight("a", 7), weight("a", 8), weight("a", 9));
    history.remove(2);
    for (long revision : new long[] {0, 1, 2, 5}) {
      EarlierStates.Found found =
          new EarlierStates(state, history).changes(new ChangeProposal.Rollback(revision, false));
      assertThat(((EarlierStates.Missing) found).refused().why()).isEqualTo(Why.UNKNOWN_REVISION);
    }
    assertThat(new EarlierStates(state, history).changes(new ChangeProposal.Rollback(3, false)))
        .isInstanceOf(EarlierStates.Changes.class);
  }

  /** Whatever was done since, all of it is as it was. */
  @Test
  void everyRevisionOfALongHistoryCanBeGoneBackTo() {
    begin();
    Random random = new Random(42);
    List<List<String>> seen = new ArrayList<>();
    seen.add(effective(state));
    for (int i = 0; i < 90; i++) {
      change(random);
      seen.add(effective(state));
    }
    for (int i = 0; i < 8; i++) {
      int revision = 1 + random.nextInt(seen.size());
      go(new ChangeProposal.Rollback(revision, true));
      assertThat(effective(state)).containsExactlyInAnyOrderElementsOf(seen.get(revision - 1));
      seen.add(effective(state));
    }
  }

  private void change(Random random) {
    List<String> ids =
        state.head().members().getOrDefault("carts", Map.of()).keySet().stream().toList();
    String id = ids.isEmpty() ? "" : ids.get(random.nextInt(ids.size()));
    BackendChange change =
        switch (ids.isEmpty() ? 0 : random.nextInt(5)) {
          case 0 -> add("n" + state.revision() + "=h:5*1@READY");
          case 1 -> weight(id, 1 + random.nextInt(9));
          case 2 -> address(id, "h:" + (1 + random.nextInt(99)));
          case 3 -> wish(id, AdminState.values()[random.nextInt(3)]);
          default -> remove(id);
        };
    accept(operated(change));
  }
}
