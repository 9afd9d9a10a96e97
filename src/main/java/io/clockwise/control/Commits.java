package io.clockwise.control;

import io.clockwise.control.intent.Reduction;
import io.clockwise.event.AppendOutcome;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentLog;
import io.clockwise.event.IntentState;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.function.Supplier;

/*
 * A draft is checked against the newest state and appended at its revision. Whoever else was first
 * makes it a conflict: then the state catches up and the draft is checked again, for it may no
 * longer fit. An unknown end is never followed by a second append: the draft either comes back
 * through the watch within a while, or it is told as unknown.
 */
/** From a draft to an accepted record; used on the controller's context only. */
final class Commits {
  private static final int MOST_TRIES = 5;

  private final Context context;
  private final IntentLog log;
  private final IntentFollower follower;
  private final Duration patience;

  /**
   * Makes the way into a log.
   *
   * @param patience how long a record whose append ended unknown is looked for
   */
  Commits(Context context, IntentLog log, IntentFollower follower, Duration patience) {
    this.context = context;
    this.log = log;
    this.follower = follower;
    this.patience = patience;
  }

  /** What a change leads to. */
  interface Attempt<T> {
    /** Returns the end before anything is appended, or what to append. */
    Step<T> next(IntentState state);

    /** Does what takes a while, before what would be is shown. */
    default Future<Void> prepare(Reduction.Accepted planned) {
      return Future.succeededFuture();
    }

    /** Tells whether it may be accepted although it cannot be kept. */
    IntentLog.Durability durability();

    /** Returns the end when the record was applied. */
    T accepted(Reduction.Accepted accepted, boolean kept);

    /** Returns the end when the log did not take the record, or may not have. */
    T failed(String reason);
  }

  /** What an attempt does with a state. */
  sealed interface Step<T> {
    /** It is over. */
    record End<T>(T end) implements Step<T> {}

    /** It is prepared, and over then. */
    record Show<T>(Reduction.Accepted planned, Supplier<T> end) implements Step<T> {}

    /** This is to be appended. */
    record Append<T>(Reduction.Accepted planned) implements Step<T> {}
  }

  /** Checks, appends, and waits until the record is applied. */
  <T> Future<T> commit(Attempt<T> attempt) {
    return commit(attempt, 1);
  }

  private <T> Future<T> commit(Attempt<T> attempt, int tries) {
    IntentState state = follower.state();
    Step<T> step = attempt.next(state);
    if (step instanceof Step.End<T> end) {
      return Future.succeededFuture(end.end());
    }
    if (step instanceof Step.Show<T> show) {
      return attempt.prepare(show.planned()).map(ready -> show.end().get());
    }
    return append(attempt, state, ((Step.Append<T>) step).planned(), tries);
  }

  private <T> Future<T> append(
      Attempt<T> attempt, IntentState state, Reduction.Accepted planned, int tries) {
    ChangeRecord record = planned.record();
    Future<IntentFollower.Applied> applied = follower.expect(record.changeId());
    return Future.fromCompletionStage(
            log.append(state.revision(), record, attempt.durability()), context)
        .onFailure(failure -> follower.forget(record.changeId()))
        .compose(
            outcome -> {
              if (outcome instanceof AppendOutcome.Committed committed) {
                return applied.map(a -> attempt.accepted(a.of(planned), committed.kept()));
              }
              if (outcome instanceof AppendOutcome.Unknown unknown) {
                return lookFor(applied, attempt, planned, unknown.reason());
              }
              follower.forget(record.changeId());
              if (outcome instanceof AppendOutcome.Conflict conflict && tries < MOST_TRIES) {
                return follower
                    .reached(conflict.head())
                    .compose(done -> commit(attempt, tries + 1));
              }
              return Future.succeededFuture(attempt.failed(reason(outcome)));
            });
  }

  private <T> Future<T> lookFor(
      Future<IntentFollower.Applied> applied,
      Attempt<T> attempt,
      Reduction.Accepted planned,
      String reason) {
    Promise<T> promise = Promise.promise();
    long timer =
        context
            .owner()
            .setTimer(
                Math.max(1, patience.toMillis()),
                id -> {
                  follower.forget(planned.record().changeId());
                  promise.tryComplete(
                      attempt.failed("it is unknown whether the change was accepted: " + reason));
                });
    applied.onSuccess(
        a -> {
          context.owner().cancelTimer(timer);
          promise.tryComplete(attempt.accepted(a.of(planned), true));
        });
    return promise.future();
  }

  private static String reason(AppendOutcome outcome) {
    return outcome instanceof AppendOutcome.Refused refused
        ? refused.reason()
        : "others were faster " + MOST_TRIES + " times; try again";
  }
}
