package io.clockwise.control;

import static io.clockwise.control.intent.Intents.effective;
import static io.clockwise.control.intent.Intents.weight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.event.ReloadOutcome;
import io.clockwise.event.source.ConfigReading;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ControllerReloadTest extends ControllerFixture {
  @Test
  void theStartPublishesTheFirstTable() {
    assertThat(controller.table().current().epoch()).isEqualTo(1);
    assertThat(controller.table().current().revision()).isEqualTo(1);
    assertThat(controller.state().revision()).isEqualTo(1);
    assertThat(carts().size()).isEqualTo(2);
    ControlStatus status = controller.status();
    assertThat(status.lastReload().good()).isTrue();
    assertThat(status.lastReload().actor()).isEqualTo("start");
    assertThat(status.lastSuccess()).isEqualTo(NOW);
    assertThat(status.fileFingerprint()).matches("[0-9a-f]{64}");
    assertThat(status.overlaySize()).isZero();
    assertThat(lines()).anyMatch(line -> line.contains("test.yaml") && line.contains("# why?"));
  }

  @Test
  void aBadOrMissingDocumentIsAnOutcomeOfTheStart() {
    source.reading = TestSource.document("nonsense", "more");
    assertThat(((StartOutcome.Invalid) start(Duration.ofSeconds(1))).problems()).hasSize(2);
    source.reading = TestSource.document("a=h:1*65535@READY");
    assertThat(((StartOutcome.Invalid) start(Duration.ofSeconds(1))).problems()).hasSize(1);
    source.reading = new ConfigReading.Unreadable("cannot read it");
    assertThat(start(Duration.ofSeconds(1)))
        .isEqualTo(new StartOutcome.Unreadable("cannot read it"));
  }

  @Test
  void aStartGoesOnWhereTheLogEnds() {
    applied(weight("a", 7));
    Controller next = ((StartOutcome.Started) start(Duration.ofSeconds(1))).controller();
    assertThat(next.state().revision()).as("the same document is no change").isEqualTo(2);
    assertThat(next.state()).isEqualTo(controller.state());
    source.reading = TestSource.document(A.replace("h:1", "h:8"), B);
    next = ((StartOutcome.Started) start(Duration.ofSeconds(1))).controller();
    assertThat(next.state().revision()).isEqualTo(3);
    assertThat(effective(next.state())).contains("a=h:8*7@READY");
  }

  @Test
  void aReloadTakesWhatTheSourceHas() {
    applied(weight("a", 5), weight("b", 6));
    source.reading = TestSource.document("a=h:1*2@READY", B, "# why?");
    ReloadOutcome.Applied outcome = (ReloadOutcome.Applied) get(controller.reload("ann"));
    assertThat(outcome.changed()).isTrue();
    assertThat(outcome.superseded()).containsExactly("pools.carts.backends.a.weight");
    assertThat(outcome.warnings()).hasSize(1);
    assertThat(outcome.needsRestart()).isEmpty();
    assertThat(outcome.pendingLoops()).isEmpty();
    assertThat(effective(outcome.state())).containsExactly("a=h:1*2@READY", "b=h:2*6@READY");
    assertThat(controller.table().current().revision()).isEqualTo(3);
    assertThat(controller.status().lastReload().actor()).isEqualTo("ann");
    assertThat(lines())
        .contains(
            "revision 3 by ann: test.yaml is in use",
            "test.yaml overrules a change of the API: pools.carts.backends.a.weight");
  }

  @Test
  void theSameDocumentAgainIsNoChange() {
    ReloadOutcome.Applied outcome = (ReloadOutcome.Applied) get(controller.reload("ann"));
    assertThat(outcome.changed()).isFalse();
    assertThat(outcome.warnings()).hasSize(1);
    assertThat(controller.state().revision()).isEqualTo(1);
    assertThat(controller.table().current().epoch()).isEqualTo(1);
  }

  @Test
  void anotherTextOfTheSameMeaningTouchesNoPool() {
    source.reading = TestSource.document(B, A, "# another comment");
    ReloadOutcome.Applied outcome = (ReloadOutcome.Applied) get(controller.reload("ann"));
    assertThat(outcome.changed()).isTrue();
    assertThat(outcome.state().poolRevisions()).containsEntry("carts", 1L);
    assertThat(builds).hasValue(1);
  }

  @Test
  void aBadDocumentLeavesEverythingAsItIs() {
    source.reading = TestSource.document("nonsense", A, "more");
    ReloadOutcome.Invalid outcome = (ReloadOutcome.Invalid) get(controller.reload("ann"));
    assertThat(outcome.problems()).hasSize(2);
    assertThat(controller.state().revision()).isEqualTo(1);
    assertThat(controller.status().lastReload().good()).isFalse();
    assertThat(lines())
        .contains(
            "test.yaml is refused, revision 1 stays in use; problems: 2",
            "test.yaml: line 1: carts: given nonsense, expected a backend",
            "test.yaml: line 3: carts: given more, expected a backend");
    source.reading = TestSource.document(A, B);
    assertThat(get(controller.reload("ann"))).isInstanceOf(ReloadOutcome.Applied.class);
    assertThat(controller.status().lastReload().good()).isTrue();
  }

  @Test
  void aDocumentThatDoesNotFitTheOverlayIsInvalid() {
    applied(weight("a", 4000));
    source.reading = TestSource.document(A, "b=h:2*4000@READY");
    ReloadOutcome.Invalid outcome = (ReloadOutcome.Invalid) get(controller.reload("ann"));
    assertThat(outcome.problems()).singleElement().asString().contains("pools.carts");
    assertThat(controller.state().revision()).isEqualTo(2);
  }

  @Test
  void theWatchReloads() {
    source.changeTo(TestSource.document(A));
    await().until(() -> carts().size() == 1);
    assertThat(controller.status().lastReload().actor()).isEqualTo("file");
    source.changeTo(new ConfigReading.Unreadable("cannot read test.yaml: gone"));
    await().until(() -> !controller.status().lastReload().good());
    assertThat(controller.status().lastReload().outcome())
        .isEqualTo(new ReloadOutcome.Unreadable("cannot read test.yaml: gone"));
    assertThat(lines()).contains("cannot read test.yaml: gone; revision 3 stays in use");
    assertThat(carts().size()).isEqualTo(1);
    source.changeTo(TestSource.document("bad"));
    await()
        .until(() -> controller.status().lastReload().outcome() instanceof ReloadOutcome.Invalid);
    source.changeTo(TestSource.document(A, B));
    await().until(() -> carts().size() == 2);
  }
}
