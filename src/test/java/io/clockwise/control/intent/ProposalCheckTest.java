package io.clockwise.control.intent;

import static io.clockwise.control.intent.Intents.add;
import static io.clockwise.control.intent.Intents.address;
import static io.clockwise.control.intent.Intents.after;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.operated;
import static io.clockwise.control.intent.Intents.pool;
import static io.clockwise.control.intent.Intents.pools;
import static io.clockwise.control.intent.Intents.remove;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.weight;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.control.intent.ProposalCheck.Verdict;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome.Why;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.IntentState;
import io.clockwise.event.PoolTag;
import io.clockwise.model.AdminState;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProposalCheckTest {
  private static final String A = "a=h:1*1@READY";
  private static final String B = "b=h:2*1@READY";
  private static final IntentState ONE = start(file(A));

  private static Verdict check(
      IntentState state, String ifMatch, boolean force, BackendChange... changes) {
    return ProposalCheck.check(
        state, new ChangeProposal(List.of(changes), "ann", "", ifMatch, force), operated(changes));
  }

  private static Why why(Verdict verdict) {
    return ((Verdict.No) verdict).refused().why();
  }

  static Stream<Arguments> closing() {
    return Stream.of(
        Arguments.of((Object) new BackendChange[] {wish("a", AdminState.DRAIN)}),
        Arguments.of((Object) new BackendChange[] {wish("a", AdminState.MAINT)}),
        Arguments.of((Object) new BackendChange[] {weight("a", 0)}),
        Arguments.of((Object) new BackendChange[] {remove("a")}),
        Arguments.of((Object) new BackendChange[] {remove("a"), add("c=h:3*0@READY")}),
        Arguments.of((Object) new BackendChange[] {remove("a"), add("c=h:3*1@MAINT")}));
  }

  @ParameterizedTest
  @MethodSource("closing")
  void theLastOpenBackendIsClosedOnlyByForce(BackendChange[] changes) {
    assertThat(why(check(ONE, null, false, changes))).isEqualTo(Why.LAST_OPEN);
    assertThat(check(ONE, null, true, changes)).isInstanceOf(Verdict.Append.class);
    IntentState two = start(file(A, B));
    assertThat(check(two, null, false, changes)).isInstanceOf(Verdict.Append.class);
  }

  @Test
  void whatWasClosedBeforeMayStayClosed() {
    IntentState closed = start(file("a=h:1*1@MAINT"));
    assertThat(check(closed, null, false, wish("a", AdminState.DRAIN)))
        .isInstanceOf(Verdict.Append.class);
    assertThat(check(ONE, null, false, remove("a"), add("c=h:3*1@READY")))
        .isInstanceOf(Verdict.Append.class);
  }

  @Test
  void aChangeThatChangesNothingIsFine() {
    IntentState drained = after(start(file(A, B)), wish("a", AdminState.DRAIN));
    assertThat(check(drained, null, false, wish("a", AdminState.DRAIN), weight("b", 1)))
        .isInstanceOf(Verdict.Nothing.class);
    assertThat(check(drained, null, false, address("a", "h:1")))
        .isInstanceOf(Verdict.Nothing.class);
  }

  @Test
  void noChangeAtAllIsInvalid() {
    assertThat(why(check(ONE, null, false))).isEqualTo(Why.INVALID);
  }

  @ParameterizedTest
  @MethodSource
  void goingBackToWhatIsChangesNothing(ChangeProposal.Wanted wanted) {
    ChangeProposal proposal =
        new ChangeProposal(
            wanted, "ann", "", new ChangeProposal.Terms(null, false), ChangeProposal.Mode.MAKE);
    assertThat(ProposalCheck.check(ONE, proposal, operated()))
        .isInstanceOf(ProposalCheck.Verdict.Nothing.class);
  }

  static List<ChangeProposal.Wanted> goingBackToWhatIsChangesNothing() {
    return List.of(new ChangeProposal.Rollback(1, true), new ChangeProposal.Undo(1));
  }

  @Test
  void refusalsOfTheReducerComeThrough() {
    assertThat(why(check(ONE, null, false, add(A)))).isEqualTo(Why.EXISTS);
    BackendChange elsewhere = new BackendChange.Remove("nope", "a");
    assertThat(why(check(ONE, "1", false, elsewhere))).isEqualTo(Why.NOT_FOUND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "99", "\"1-00000000\"", "W/\"1\"", "", "x", "1.0", "\"\"", "-1"})
  void aStaleTagIsRefused(String ifMatch) {
    IntentState state = start(file(A, B));
    assertThat(why(check(state, ifMatch, true, weight("a", 2)))).isEqualTo(Why.STALE);
  }

  @Test
  void onlyATouchedPoolCanBeStale() {
    IntentState before = start(file(pools("carts", pool(A, B), "other", pool("o=h:9*1@READY"))));
    String carts = PoolTag.of(before, "carts");
    IntentState now = after(before, new BackendChange.Wish("other", "o", AdminState.DRAIN));
    assertThat(check(now, carts, false, weight("a", 2))).isInstanceOf(Verdict.Append.class);
    assertThat(check(now, "1", false, weight("a", 2))).isInstanceOf(Verdict.Append.class);
    BackendChange other = new BackendChange.Wish("other", "o", AdminState.READY);
    assertThat(why(check(now, carts, false, weight("a", 2), other))).isEqualTo(Why.STALE);
    String both = carts + ", " + PoolTag.of(now, "other");
    assertThat(check(now, both, false, weight("a", 2), other)).isInstanceOf(Verdict.Append.class);
    assertThat(check(now, "*", false, weight("a", 2), other)).isInstanceOf(Verdict.Append.class);
  }

  @Test
  void theLastBackendThatAnswersIsClosedOnlyByForce() {
    IntentState two = start(file(A, B));
    BackendChange drain = wish("a", AdminState.DRAIN);
    ChangeProposal proposal = new ChangeProposal(List.of(drain), "ann", "", null, false);
    Verdict verdict =
        ProposalCheck.check(two, proposal, operated(drain), (pool, id) -> id.equals("a"));
    assertThat(why(verdict)).isEqualTo(Why.LAST_OPEN);
    assertThat(((Verdict.No) verdict).refused().detail()).contains("do not");
    ChangeProposal forced = new ChangeProposal(List.of(drain), "ann", "", null, true);
    assertThat(ProposalCheck.check(two, forced, operated(drain), (pool, id) -> id.equals("a")))
        .isInstanceOf(Verdict.Append.class);
    assertThat(ProposalCheck.check(two, proposal, operated(drain), (pool, id) -> id.equals("b")))
        .isInstanceOf(Verdict.Append.class);
    assertThat(ProposalCheck.check(two, proposal, operated(drain), (pool, id) -> false))
        .as("nobody answers: then it is the wish that counts")
        .isInstanceOf(Verdict.Append.class);
  }
}
