package io.clockwise.control.intent;

import static io.clockwise.control.intent.Intents.backend;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome.Why;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.ChangeRecord.Kind;
import io.clockwise.event.Edit;
import io.clockwise.event.IntentState;
import io.clockwise.event.OverlayEntry;
import io.clockwise.model.AdminState;
import io.clockwise.model.Drain;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Who gave a standby backend its state, and what autoscale may do about it then. */
class ScaledIntentTest {
  private static final BackendChange.Revert REVERT = new BackendChange.Revert("carts", "s");

  private IntentState state = Intents.start(file("READY", "MAINT"));

  private static ClockwiseConfig file(String a, String s) {
    return Intents.file(
        Map.of(
            "carts",
            Intents.pool()
                .withBackends(
                    List.of(backend("a=h:1*1@" + a), backend("s=h:2*1@" + s).withStandby(true)))));
  }

  private static BackendChange.Wish wish(AdminState state) {
    return new BackendChange.Wish("carts", "s", state);
  }

  private static BackendChange.Drained drain() {
    return new BackendChange.Drained("carts", "s", null, null, null, false);
  }

  private Reduction plan(Kind kind, BackendChange... changes) {
    ChangeRecord.Cause cause = new ChangeRecord.Cause(kind, "x", "", Instant.EPOCH);
    String name = "c" + (state.revision() + 1);
    return StateReducer.plan(
        state, new ChangeRecord(name, cause, List.of(changes)), fingerprint -> null);
  }

  private List<Edit> make(Kind kind, BackendChange... changes) {
    Reduction.Accepted accepted = (Reduction.Accepted) plan(kind, changes);
    state = accepted.state();
    return accepted.record().effect().edits();
  }

  private OverlayEntry entry() {
    return state.overlay().getOrDefault("carts", Map.of()).get("s");
  }

  private boolean mayBringIn() {
    return plan(Kind.AUTOSCALE, wish(AdminState.READY)) instanceof Reduction.Accepted;
  }

  private boolean mayDrain() {
    return plan(Kind.AUTOSCALE, drain()) instanceof Reduction.Accepted;
  }

  @Test
  void autoscaleDrainsWhatItBroughtIn() {
    assertThat(mayBringIn()).isTrue();
    assertThat(mayDrain()).isFalse();

    make(Kind.AUTOSCALE, wish(AdminState.READY));

    assertThat(entry().scaled()).isEqualTo(state.revision()).isPositive();
    assertThat(mayDrain()).isTrue();
  }

  @Test
  void andBringsInWhatItDrained() {
    make(Kind.AUTOSCALE, wish(AdminState.READY));
    make(Kind.AUTOSCALE, drain());
    Drain drain = state.head().drain("carts", "s");
    make(Kind.SYSTEM, new BackendChange.End("carts", "s", drain.id(), Drain.Outcome.DRAINED));

    assertThat(entry().isScaled()).isTrue();
    assertThat(mayBringIn()).isTrue();
  }

  @Test
  void aRefusalSaysWhy() {
    make(Kind.OPERATOR, wish(AdminState.READY));

    Reduction.Refused refused = (Reduction.Refused) plan(Kind.AUTOSCALE, drain());
    assertThat(refused.outcome().why()).isEqualTo(Why.STALE);
    assertThat(refused.outcome().detail()).isEqualTo("somebody else has given 's' its state");
  }

  @Test
  void whatAnOperatorWishesStays() {
    for (AdminState wished : AdminState.values()) {
      state = Intents.start(file("READY", "MAINT"));
      make(Kind.OPERATOR, wish(wished));

      assertThat(entry().isOfOperator()).as("%s", wished).isTrue();
      assertThat(mayDrain()).isFalse();
      assertThat(mayBringIn()).isFalse();
    }
  }

  @Test
  void whatIsAsWishedAlreadyBecomesTheOperatorsOnce() {
    make(Kind.AUTOSCALE, wish(AdminState.READY));

    assertThat(make(Kind.OPERATOR, wish(AdminState.READY))).hasSize(1);
    assertThat(mayDrain()).isFalse();
    assertThat(make(Kind.OPERATOR, wish(AdminState.READY))).isEmpty();
    assertThat(make(Kind.OPERATOR, drain())).hasSize(1);
    assertThat(mayBringIn()).isFalse();
  }

  @Test
  void revertGivesItBack() {
    for (AdminState wished : AdminState.values()) {
      state = Intents.start(file("READY", "MAINT"));
      make(Kind.OPERATOR, wish(wished));

      make(Kind.OPERATOR, REVERT);

      assertThat(entry()).as("%s", wished).isNull();
      assertThat(mayBringIn()).isTrue();
    }
    assertThat(plan(Kind.OPERATOR, REVERT)).isInstanceOf(Reduction.Refused.class);
  }

  @Test
  void sayingAllOfABackendGivesItBack() {
    make(Kind.OPERATOR, wish(AdminState.MAINT));

    make(Kind.OPERATOR, new BackendChange.Put("carts", backend("s=h:3*1@MAINT").withStandby(true)));

    assertThat(mayBringIn()).isTrue();
  }

  @Test
  void anotherWeightLeavesItWhoseItIs() {
    BackendChange weight = new BackendChange.Set("carts", "s", OptionalInt.of(5), Optional.empty());
    make(Kind.OPERATOR, weight);
    assertThat(mayBringIn()).isTrue();

    make(Kind.AUTOSCALE, wish(AdminState.READY));
    long since = entry().scaled();
    make(Kind.OPERATOR, new BackendChange.Set("carts", "s", OptionalInt.of(2), Optional.empty()));
    assertThat(entry().scaled()).isEqualTo(since);
    assertThat(mayDrain()).isTrue();
  }

  @Test
  void aReadDocumentLeavesItWhoseItIs() {
    make(Kind.OPERATOR, wish(AdminState.MAINT));
    Reduction.Accepted again = Intents.load(state, file("READY", "MAINT"));
    assertThat(again.record().effect().edits()).isEmpty();
    state = again.state();
    assertThat(mayBringIn()).isFalse();

    state = Intents.start(file("READY", "MAINT"));
    make(Kind.AUTOSCALE, wish(AdminState.READY));
    Reduction.Accepted other = Intents.load(state, file("MAINT", "MAINT"));
    state = other.state();
    assertThat(other.record().effect().edits()).extracting(Edit::id).containsExactly("a");
    assertThat(mayDrain()).isTrue();
  }

  @Test
  void anUndoneStepIsTheOperators() {
    make(Kind.AUTOSCALE, wish(AdminState.READY));
    make(Kind.ROLLBACK, new BackendChange.Put("carts", backend("s=h:2*1@MAINT").withStandby(true)));

    assertThat(mayBringIn()).isFalse();
    make(Kind.OPERATOR, REVERT);
    assertThat(mayBringIn()).isTrue();
  }

  @Test
  void aRollbackThatKeepsItsStateLeavesItWhoseItIs() {
    make(Kind.AUTOSCALE, wish(AdminState.READY));
    make(Kind.ROLLBACK, new BackendChange.Put("carts", backend("s=h:9*1@READY").withStandby(true)));

    assertThat(mayDrain()).isTrue();
  }

  @Test
  void ofABackendThatIsNoStandbyNothingIsNoted() {
    BackendChange.Wish other = new BackendChange.Wish("carts", "a", AdminState.DRAIN);
    make(Kind.OPERATOR, other);

    assertThat(state.overlay().get("carts").get("a").scaled()).isZero();
  }
}
