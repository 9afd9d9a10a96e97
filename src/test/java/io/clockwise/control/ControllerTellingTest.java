package io.clockwise.control;

import static io.clockwise.control.intent.Intents.add;
import static io.clockwise.control.intent.Intents.proposal;
import static io.clockwise.control.intent.Intents.weight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ChangeProposal.Mode;
import io.clockwise.event.Preview;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.KeySpace;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a change moved is told after it is in use. */
class ControllerTellingTest extends ControllerFixture {
  private final CountDownLatch compared = new CountDownLatch(1);
  private volatile boolean slow;
  private volatile boolean broken;

  /** A placement whose key space is asked for by comparisons only. */
  private final class Compared implements Placement {
    private final Placement placement;

    Compared(Placement placement) {
      this.placement = placement;
    }

    @Override
    public KeySpace keySpace() {
      if (broken) {
        throw new IllegalStateException("broken");
      }
      try {
        if (slow && !compared.await(5, TimeUnit.SECONDS)) {
          throw new IllegalStateException("nobody ended the comparison");
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return placement.keySpace();
    }

    @Override
    public List<Member> members() {
      return placement.members();
    }

    @Override
    public long hash(byte[] key, int offset, int length) {
      return placement.hash(key, offset, length);
    }

    @Override
    public int pick(RoutingKey key, MemberFilter filter) {
      return placement.pick(key, filter);
    }

    @Override
    public long digest() {
      return placement.digest();
    }

    @Override
    public double share(int member) {
      return placement.share(member);
    }

    @Override
    public long sizeInBytes() {
      return placement.sizeInBytes();
    }
  }

  @Override
  Placement built(Placement placement) {
    return new Compared(placement);
  }

  @AfterEach
  void goOn() {
    compared.countDown();
  }

  private CompletableFuture<ChangeOutcome> propose(Mode mode, BackendChange... changes) {
    ChangeProposal wanted = proposal(changes);
    return controller
        .propose(new ChangeProposal(wanted.what(), "ann", "", wanted.terms(), mode))
        .toCompletableFuture();
  }

  private Preview shown(BackendChange... changes) {
    return ((ChangeOutcome.Shown) get(propose(Mode.DRY_RUN, changes))).preview();
  }

  private static Preview told(CompletableFuture<ChangeOutcome> answer) {
    return ((ChangeOutcome.Applied) get(answer)).preview();
  }

  @Test
  void neitherThePublishNorAnotherChangeWaitsForIt() {
    Preview shown = shown(weight("a", 2));
    assertThat(shown.pools()).hasSize(1);
    slow = true;
    CompletableFuture<ChangeOutcome> answer = propose(Mode.MAKE_AND_TELL, weight("a", 2));
    await().until(() -> controller.state().revision() == 2);
    assertThat(controller.table().current().revision()).isEqualTo(2);
    assertThat(applied(add("c=h:3*1@READY")).revision()).isEqualTo(3);
    assertThat(carts().indexOf("c")).isEqualTo(2);
    assertThat(answer).isNotDone();
    compared.countDown();
    assertThat(told(answer)).as("as it was shown before, whatever came after").isEqualTo(shown);
  }

  @Test
  void whoSharesATableIsToldWhatCameOfTheOwnChange() {
    Preview one = shown(add("c=h:3*1@READY"));
    Preview both = shown(add("c=h:3*1@READY"), add("d=h:4*1@READY"));
    gated = true;
    CompletableFuture<ChangeOutcome> first =
        propose(Mode.MAKE_AND_TELL, add("c=h:3*1@READY"), weight("a", 1));
    CompletableFuture<ChangeOutcome> second = propose(Mode.MAKE_AND_TELL, add("d=h:4*1@READY"));
    await().until(() -> controller.accepted().revision() == 3);
    gate.countDown();
    assertThat(told(first)).isEqualTo(one);
    assertThat(told(second)).as("since the table that was in use").isEqualTo(both);
  }

  @Test
  void aChangeIsMadeAlthoughNothingCanBeToldOfIt() {
    broken = true;
    ChangeOutcome.Applied made =
        (ChangeOutcome.Applied) get(propose(Mode.MAKE_AND_TELL, weight("a", 2)));
    assertThat(made.state().revision()).isEqualTo(2);
    assertThat(made.preview()).isNull();
    assertThat(controller.table().current().revision()).isEqualTo(2);
  }
}
