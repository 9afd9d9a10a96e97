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
import java.util.Optional;

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

  /** What a draft leads to. */
  interface Attempt<T> {
    /** Returns the record to append. */
    ChangeRecord draft();

    /** Returns the end before anything is appended, or empty to append. */
    Optional<T> check(IntentState state);

    /** Returns the end when the record was applied. */
    T accepted(Reduction.Accepted accepted);

    /** Returns the end when the log did not take the draft, or may not have. */
    T failed(String reason);
  }

  /** Checks, appends, and waits until the record is applied. */
  <T> Future<T> commit(Attempt<T> attempt) {
    return commit(attempt, 1);
  }

  private <T> Future<T> commit(Attempt<T> attempt, int tries) {
    ChangeRecord draft = attempt.draft();
    IntentState state = follower.state();
    Optional<T> early = attempt.check(state);
    if (early.isPresent()) {
      return Future.succeededFuture(early.get());
    }
    Future<Reduction.Accepted> applied = follower.expect(draft.changeId());
    return Future.fromCompletionStage(log.append(state.revision(), draft), context)
        .onFailure(failure -> follower.forget(draft.changeId()))
        .compose(
            outcome -> {
              if (outcome instanceof AppendOutcome.Committed) {
                return applied.map(attempt::accepted);
              }
              if (outcome instanceof AppendOutcome.Unknown unknown) {
                return lookFor(applied, attempt, unknown.reason());
              }
              follower.forget(draft.changeId());
              if (outcome instanceof AppendOutcome.Conflict conflict && tries < MOST_TRIES) {
                return follower
                    .reached(conflict.head())
                    .compose(done -> commit(attempt, tries + 1));
              }
              return Future.succeededFuture(attempt.failed(reason(outcome)));
            });
  }

  private <T> Future<T> lookFor(
      Future<Reduction.Accepted> applied, Attempt<T> attempt, String reason) {
    Promise<T> promise = Promise.promise();
    long timer =
        context
            .owner()
            .setTimer(
                Math.max(1, patience.toMillis()),
                id -> {
                  follower.forget(attempt.draft().changeId());
                  promise.tryComplete(
                      attempt.failed("it is unknown whether the change was accepted: " + reason));
                });
    applied.onSuccess(
        accepted -> {
          context.owner().cancelTimer(timer);
          promise.tryComplete(attempt.accepted(accepted));
        });
    return promise.future();
  }

  private static String reason(AppendOutcome outcome) {
    return outcome instanceof AppendOutcome.Refused refused
        ? "the intent log refused the change: " + refused.reason()
        : "others were faster " + MOST_TRIES + " times; try again";
  }
}
