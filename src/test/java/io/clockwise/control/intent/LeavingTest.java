package io.clockwise.control.intent;

import static io.clockwise.control.intent.Intents.after;
import static io.clockwise.control.intent.Intents.effective;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.load;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.event.BackendChange;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import io.clockwise.model.Drain;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Backends that are gone from the document. */
class LeavingTest {
  private static final String A = "a=h:1*1@READY";
  private static final String B = "b=h:2*1@READY";

  private final IntentState both = start(file(A, B));

  private static IntentState end(IntentState state, Drain.Outcome outcome) {
    Drain drain = state.head().drain("carts", "b");
    return after(state, new BackendChange.End("carts", "b", drain.id(), outcome));
  }

  @Test
  void areDrainedForAMinuteAndThenRemoved() {
    IntentState leaving = load(both, file(A)).state();
    assertThat(effective(leaving)).containsExactly(A, "b=h:2*1@DRAIN");
    Drain drain = leaving.head().drain("carts", "b");
    assertThat(drain.terms().leaves()).isTrue();
    assertThat(Duration.between(drain.since(), drain.deadline())).isEqualTo(Duration.ofSeconds(60));
    IntentState gone = end(leaving, Drain.Outcome.EXPIRED);
    assertThat(effective(gone)).containsExactly(A);
    assertThat(gone.overlay()).isEmpty();
    assertThat(gone.head().drains()).isEmpty();
  }

  @Test
  void stayWhenTheDocumentHasThemAgain() {
    IntentState leaving = load(both, file(A)).state();
    IntentState back = load(leaving, file(A, "b=h:9*4@READY")).state();
    assertThat(effective(back)).containsExactly(A, "b=h:9*4@READY");
    assertThat(back.overlay()).isEmpty();
    assertThat(back.head().drains()).isEmpty();
    assertThat(end(leaving, Drain.Outcome.DRAINED).head().drain("carts", "b")).isNull();
  }

  @Test
  void keepTheirDeadlineWhenTheDocumentChangesElsewhere() {
    IntentState leaving = load(both, file(A)).state();
    IntentState other = load(leaving, file("a=h:1*5@READY")).state();
    assertThat(effective(other)).containsExactly("a=h:1*5@READY", "b=h:2*1@DRAIN");
    assertThat(other.head().drain("carts", "b")).isEqualTo(leaving.head().drain("carts", "b"));
  }

  @Test
  void goAtOnceWhenTheyServeNobody() {
    assertThat(effective(load(after(both, wish("b", AdminState.MAINT)), file(A)).state()))
        .containsExactly(A);
    IntentState drained = end(after(both, wish("b", AdminState.DRAIN)), Drain.Outcome.DRAINED);
    assertThat(effective(load(drained, file(A)).state())).containsExactly(A);
  }

  @Test
  void canBeTakenBackByAnOperator() {
    IntentState ready = after(load(both, file(A)).state(), wish("b", AdminState.READY));
    assertThat(effective(ready)).containsExactly(A, B);
    assertThat(ready.head().drains()).isEmpty();
    assertThat(effective(load(ready, file(A)).state()))
        .as("it is the operator's now")
        .containsExactly(A, B);
  }

  @Test
  void keepTheDrainThatAnOperatorBegan() {
    IntentState draining = after(both, wish("b", AdminState.DRAIN));
    Drain own = draining.head().drain("carts", "b");
    IntentState leaving = load(draining, file(A)).state();
    Drain now = leaving.head().drain("carts", "b");
    assertThat(now.id()).isEqualTo(own.id());
    assertThat(now.deadline()).isEqualTo(own.deadline());
    assertThat(now.terms().leaves()).isTrue();
    IntentState back = load(leaving, file(A, B)).state();
    assertThat(effective(back)).containsExactly(A, "b=h:2*1@DRAIN");
    assertThat(back.head().drain("carts", "b")).isEqualTo(own);
    assertThat(effective(end(leaving, Drain.Outcome.DRAINED))).containsExactly(A);
  }
}
