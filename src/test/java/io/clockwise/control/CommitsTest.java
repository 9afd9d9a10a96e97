package io.clockwise.control;

import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.proposal;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.weight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.clockwise.control.flow.SerialQueue;
import io.clockwise.control.intent.Reduction;
import io.clockwise.control.intent.StateReducer;
import io.clockwise.control.table.Previews;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.event.AppendOutcome;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.ChangeOutcome.Why;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Head;
import io.clockwise.event.IntentLog;
import io.clockwise.event.IntentState;
import io.clockwise.event.health.HealthView;
import io.clockwise.telemetry.Meters;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a proposal when the log is not as simple as the one in memory. */
class CommitsTest {
  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final List<IntentState> told = new ArrayList<>();
  private final IntentFollower follower =
      new IntentFollower(start(file("a=h:1*1@READY", "b=h:2*1@READY")), "x", told::add);
  private final List<Long> expectedRevisions = new ArrayList<>();

  @AfterEach
  void end() {
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(5, TimeUnit.SECONDS).join();
  }

  private interface Append {
    CompletionStage<AppendOutcome> append(long expectedRevision, ChangeRecord record);
  }

  /** A log that appends as the test says. */
  private final class ScriptedLog implements IntentLog {
    private final Append append;

    ScriptedLog(Append append) {
      this.append = append;
    }

    @Override
    public CompletionStage<Head> head() {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<List<ChangeRecord>> history() {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<AppendOutcome> append(
        long expectedRevision, ChangeRecord record, Durability durability) {
      expectedRevisions.add(expectedRevision);
      return append.append(expectedRevision, record);
    }

    @Override
    public CompletionStage<Later> since(long revision) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Watch watch(long fromRevision, Consumer<News> handler) {
      throw new UnsupportedOperationException();
    }
  }

  private Future<ChangeOutcome> propose(Append append, BackendChange... changes) {
    Promise<ChangeOutcome> promise = Promise.promise();
    context.runOnContext(
        v -> {
          ScriptedLog log = new ScriptedLog(append);
          Commits commits = new Commits(context, log, follower, Duration.ofMillis(50));
          Previews previews =
              new Previews(
                  context,
                  new TableAssembler(new Meters(1), HealthView.ALL_UP),
                  () -> {
                    throw new UnsupportedOperationException();
                  },
                  () -> Instant.EPOCH);
          ControlPorts ports =
              new ControlPorts(new TestSource(), TestSource::understand, log, () -> Instant.EPOCH);
          new Proposals(context, ports, commits, new SerialQueue(), previews, (pool, id) -> true)
              .propose(proposal(changes))
              .map(Proposals.Made::outcome)
              .onComplete(promise);
        });
    return promise.future();
  }

  private static <T> T get(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(5, TimeUnit.SECONDS).join();
  }

  private void hear(ChangeRecord record) {
    context.runOnContext(v -> follower.hear(new IntentLog.News.Committed(record)));
  }

  private static CompletionStage<AppendOutcome> now(AppendOutcome outcome) {
    return CompletableFuture.completedFuture(outcome);
  }

  private ChangeRecord byOthers(long revision, BackendChange change) {
    ChangeRecord.Cause cause =
        new ChangeRecord.Cause(ChangeRecord.Kind.OPERATOR, "bob", "", Instant.EPOCH);
    ChangeRecord draft = new ChangeRecord("other" + revision, cause, List.of(change));
    Reduction.Accepted planned =
        (Reduction.Accepted) StateReducer.plan(follower.state(), draft, fingerprint -> null);
    return at(planned.record(), revision);
  }

  private static ChangeRecord at(ChangeRecord record, long revision) {
    return record.at(new ChangeRecord.Place(revision, "", ""));
  }

  @Test
  void aCommittedRecordCountsOnceItComesBack() {
    ChangeOutcome outcome =
        get(
            propose(
                (expected, record) -> {
                  vertx.setTimer(20, id -> hear(at(record, 2)));
                  return now(new AppendOutcome.Committed(at(record, 2)));
                },
                weight("a", 2)));
    assertThat(((ChangeOutcome.Applied) outcome).state().revision()).isEqualTo(2);
    assertThat(told).hasSize(1);
  }

  @Test
  void aConflictIsCheckedAgainOnTheNewState() {
    ChangeOutcome outcome =
        get(
            propose(
                (expected, record) -> {
                  if (expected == 1) {
                    vertx.setTimer(
                        20, id -> hear(byOthers(2, new BackendChange.Remove("carts", "a"))));
                    return now(new AppendOutcome.Conflict(2));
                  }
                  throw new AssertionError("backend a is gone, nothing to append");
                },
                weight("a", 2)));
    assertThat(((ChangeOutcome.Refused) outcome).why()).isEqualTo(Why.NOT_FOUND);
  }

  @Test
  void aConflictIsTriedFiveTimes() {
    ChangeOutcome outcome =
        get(
            propose(
                (expected, record) -> {
                  hear(byOthers(expected + 1, weight("b", (int) expected + 1)));
                  return now(new AppendOutcome.Conflict(expected + 1));
                },
                weight("a", 2)));
    assertThat(((ChangeOutcome.Refused) outcome).detail()).contains("faster 5 times");
    assertThat(expectedRevisions).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void aLogThatRefusesIsToldWithItsReason() {
    ChangeOutcome outcome =
        get(
            propose(
                (expected, record) -> now(new AppendOutcome.Refused("no quorum")), weight("a", 2)));
    assertThat(((ChangeOutcome.Refused) outcome).detail()).contains("no quorum");
    assertThat(follower.state().revision()).isEqualTo(1);
  }

  @Test
  void anUnknownEndIsLookedForAndNotAppendedAgain() {
    ChangeOutcome outcome =
        get(
            propose(
                (expected, record) -> {
                  vertx.setTimer(5, id -> hear(at(record, 2)));
                  return now(new AppendOutcome.Unknown("timeout"));
                },
                weight("a", 2)));
    assertThat(outcome).isInstanceOf(ChangeOutcome.Applied.class);
    outcome =
        get(
            propose(
                (expected, record) -> now(new AppendOutcome.Unknown("timeout")), weight("a", 3)));
    assertThat(((ChangeOutcome.Refused) outcome).detail()).contains("unknown", "timeout");
    assertThat(expectedRevisions).hasSize(2);
  }

  @Test
  void aLogThatFailsFailsTheProposal() {
    Future<ChangeOutcome> broken =
        propose(
            (expected, record) ->
                CompletableFuture.failedFuture(new IllegalStateException("broken")),
            weight("a", 2));
    assertThatThrownBy(() -> get(broken)).hasMessageContaining("broken");
    Future<ChangeOutcome> thrown =
        propose(
            (expected, record) -> {
              throw new IllegalStateException("thrown");
            },
            weight("a", 2));
    assertThatThrownBy(() -> get(thrown)).hasMessageContaining("thrown");
  }

  @Test
  void otherNewsLeaveTheStateAlone() {
    IntentState before = follower.state();
    follower.hear(new IntentLog.News.Lost("network"));
    follower.hear(new IntentLog.News.Restored());
    follower.hear(new IntentLog.News.Rewound(0));
    assertThat(follower.state()).isSameAs(before);
  }
}
