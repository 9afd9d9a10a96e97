package io.clockwise.control;

import static io.clockwise.control.intent.Intents.add;
import static io.clockwise.control.intent.Intents.effective;
import static io.clockwise.control.intent.Intents.operated;
import static io.clockwise.control.intent.Intents.proposal;
import static io.clockwise.control.intent.Intents.remove;
import static io.clockwise.control.intent.Intents.weight;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.clockwise.control.intent.Intents;
import io.clockwise.control.intent.Reduction;
import io.clockwise.control.intent.StateReducer;
import io.clockwise.control.journal.MemoryIntentLog;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.ChangeOutcome.Why;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentState;
import io.clockwise.event.PoolTag;
import io.clockwise.event.ReloadOutcome;
import io.clockwise.event.health.HealthView;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ControllerTest extends ControllerFixture {
  @Test
  void aChangeIsPublishedWhenItIsAnswered() {
    IntentState state = applied(wish("a", AdminState.MAINT));
    assertThat(state.revision()).isEqualTo(2);
    assertThat(controller.state()).isEqualTo(state);
    assertThat(controller.table().current().revision()).isEqualTo(2);
    assertThat(carts().availability(0)).isEqualTo(Availability.CLOSED);
    assertThat(builds).hasValue(1);
    applied(add("c=h:3*1@READY"));
    assertThat(carts().indexOf("c")).isEqualTo(2);
    assertThat(builds).hasValue(2);
    assertThat(controller.status().overlaySize()).isEqualTo(2);
    assertThat(controller.status().lastBuild()).isPositive();
  }

  @Test
  void whatWasLookedAtIsBuiltOnce() {
    ChangeProposal looked = proposal(add("c=h:3*1@READY"));
    ChangeProposal dry =
        new ChangeProposal(looked.what(), "ann", "", looked.terms(), ChangeProposal.Mode.DRY_RUN);
    assertThat(get(controller.propose(dry))).isInstanceOf(ChangeOutcome.Shown.class);
    assertThat(builds).hasValue(2);
    get(controller.propose(looked));
    assertThat(carts().indexOf("c")).isEqualTo(2);
    assertThat(builds).as("the change as it was shown").hasValue(2);
    applied(weight("c", 2));
    assertThat(builds).hasValue(3);
  }

  @Test
  void theLogSaysWhoChangedWhat() {
    ChangeProposal all =
        new ChangeProposal(
            List.of(
                add("c=h:3*4@DRAIN"),
                weight("a", 3),
                io.clockwise.control.intent.Intents.address("b", "h:9"),
                wish("b", AdminState.MAINT),
                remove("c")),
            "ann\n",
            "spring\u001b cleaning",
            null,
            false);
    get(controller.propose(all));
    applied(weight("a", 2));
    assertThat(lines())
        .contains(
            "revision 2 by ann?: add carts/c at h:3 weight 4 drain, set carts/a weight 3, set"
                + " carts/b address h:9, maint carts/b, remove carts/c (spring? cleaning)",
            "revision 3 by ann: set carts/a weight 2");
  }

  @Test
  void aRefusedChangeChangesNothing() {
    ChangeOutcome.Refused refused = (ChangeOutcome.Refused) propose(remove("z"));
    assertThat(refused.why()).isEqualTo(Why.NOT_FOUND);
    assertThat(controller.state().revision()).isEqualTo(1);
    assertThat(controller.table().current().epoch()).isEqualTo(1);
  }

  @Test
  void drainingTwiceIsOneRevision() {
    applied(wish("a", AdminState.DRAIN));
    assertThat(applied(wish("a", AdminState.DRAIN)).revision()).isEqualTo(2);
    assertThat(controller.table().current().epoch()).isEqualTo(2);
  }

  @Test
  void concurrentProposalsAreSerialisedAndShareTables() {
    gated = true;
    List<CompletionStage<ChangeOutcome>> answers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      answers.add(controller.propose(proposal(add("n" + i + "=h:3*1@READY"))));
    }
    await().until(() -> controller.accepted().revision() == 51);
    assertThat(controller.state().revision()).as("not in use yet").isEqualTo(1);
    assertThat(controller.table().current().epoch()).isEqualTo(1);
    gate.countDown();
    for (int i = 0; i < 50; i++) {
      ChangeOutcome.Applied applied = (ChangeOutcome.Applied) get(answers.get(i));
      assertThat(applied.state().revision()).isEqualTo(2 + i);
    }
    assertThat(controller.table().current().revision()).isEqualTo(51);
    assertThat(carts().size()).isEqualTo(52);
    assertThat(builds.get()).as("one for the first, one for all that came meanwhile").isLessThan(6);
  }

  @Test
  void twoWhoSawTheSameRevisionCannotBothChangeIt() {
    String tag = PoolTag.of(controller.state(), "carts");
    ChangeProposal one = new ChangeProposal(List.of(weight("a", 2)), "ann", "", tag, false);
    ChangeProposal two = new ChangeProposal(List.of(weight("b", 2)), "bob", "", tag, false);
    CompletionStage<ChangeOutcome> first = controller.propose(one);
    CompletionStage<ChangeOutcome> second = controller.propose(two);
    assertThat(get(first)).isInstanceOf(ChangeOutcome.Applied.class);
    assertThat(((ChangeOutcome.Refused) get(second)).why()).isEqualTo(Why.STALE);
  }

  @Test
  void aLoopThatLagsIsNamedAfterThePatience() {
    List<Runnable> stuck = new ArrayList<>();
    controller.table().join("quick", Runnable::run);
    controller.table().join("slow", stuck::add);
    ChangeOutcome.Applied first = (ChangeOutcome.Applied) propose(wish("a", AdminState.DRAIN));
    assertThat(first.pendingLoops()).containsExactly("slow");
    assertThat(carts().availability(0)).isEqualTo(Availability.STICKY_ONLY);
    ChangeOutcome.Applied again = (ChangeOutcome.Applied) propose(wish("a", AdminState.DRAIN));
    assertThat(again.pendingLoops()).containsExactly("slow");
    stuck.forEach(Runnable::run);
    again = (ChangeOutcome.Applied) propose(wish("a", AdminState.DRAIN));
    assertThat(again.pendingLoops()).isEmpty();
  }

  @Test
  void anAnswerWaitsForTheSlowestLoop() {
    controller = restarted(Duration.ofSeconds(30));
    CompletableFuture<Runnable> task = new CompletableFuture<>();
    controller.table().join("slow", Runnable::run);
    controller.table().join("slower", run -> tell(task, run));
    CompletableFuture<ChangeOutcome> answer =
        controller.propose(proposal(wish("a", AdminState.DRAIN))).toCompletableFuture();
    await().until(() -> controller.table().current().epoch() == 2);
    Runnable seat = get(task);
    assertThat(answer).isNotDone();
    seat.run();
    assertThat(((ChangeOutcome.Applied) get(answer)).pendingLoops()).isEmpty();
  }

  /* The first task of a seat is that of joining. */
  private void tell(CompletableFuture<Runnable> task, Runnable run) {
    if (controller.table().current().epoch() == 1) {
      run.run();
    } else {
      task.complete(run);
    }
  }

  private Controller restarted(Duration patience) {
    ControlPorts ports =
        new ControlPorts(source, TestSource::understand, new MemoryIntentLog(10), () -> NOW);
    TableAssembler assembler = new TableAssembler(meters, HealthView.ALL_UP);
    return ((StartOutcome.Started)
            get(Controller.start(vertx, ports, assembler, patience).toCompletionStage()))
        .controller();
  }

  @Test
  void aLoopThatHasEndedHoldsNobodyUp() {
    controller = restarted(Duration.ofSeconds(30));
    AtomicInteger tasks = new AtomicInteger();
    controller
        .table()
        .join(
            "dead",
            run -> {
              if (tasks.incrementAndGet() > 1) {
                throw new RejectedExecutionException("ended");
              }
              run.run();
            });
    applied(wish("a", AdminState.DRAIN));
    assertThat(controller.table().current().epoch()).isEqualTo(2);
  }

  @Test
  void aTableThatCannotBeBuiltFailsLoudlyAndTheNextOneIsTaken() {
    buildFailure = new IllegalArgumentException("too big");
    assertThatThrownBy(() -> propose(weight("a", 2)))
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("too big");
    assertThat(controller.table().current().epoch()).isEqualTo(1);
    assertThatThrownBy(() -> propose(weight("a", 2)))
        .as("accepted, and still not in use")
        .hasMessageContaining("too big");
    buildFailure = null;
    applied(weight("a", 3));
    assertThat(carts().backend(0).weight()).isEqualTo(3);
  }

  private ChangeRecord planned(BackendChange change) {
    Reduction planned =
        StateReducer.plan(controller.state(), operated(change), fingerprint -> null);
    return ((Reduction.Accepted) planned).record();
  }

  @Test
  void othersWhoAppendToTheLogAreFollowed() {
    log.append(1, planned(wish("b", AdminState.MAINT)));
    await().until(() -> carts().availability(1) == Availability.CLOSED);
    log.append(2, planned(Intents.address("b", "h:9")));
    await().until(() -> controller.state().revision() == 3);
    assertThat(applied(weight("a", 2)).revision()).isEqualTo(4);
    assertThat(effective(controller.state())).containsExactly("a=h:1*2@READY", "b=h:9*1@MAINT");
  }

  @Test
  void metersOfRemovedBackendsAreForgotten() {
    var before = meters.backend("carts", "a");
    applied(remove("a"));
    assertThat(meters.backend("carts", "a")).isNotSameAs(before);
  }

  @Test
  void closingAnswersWhoWaitsAndWhoComes() {
    gated = true;
    CompletionStage<ChangeOutcome> waiting = controller.propose(proposal(weight("a", 2)));
    await().until(() -> controller.accepted().revision() == 2);
    CompletionStage<Void> closed = controller.close().toCompletionStage();
    assertThat(((ChangeOutcome.Applied) get(waiting)).state().revision())
        .as("what was accepted is told as accepted")
        .isEqualTo(2);
    assertThat(((ChangeOutcome.Refused) propose(weight("a", 3))).why()).isEqualTo(Why.STOPPING);
    assertThat(get(controller.reload("ann"))).isInstanceOf(ReloadOutcome.Unreadable.class);
    assertThat(source.closed).isTrue();
    gate.countDown();
    get(closed);
  }
}
