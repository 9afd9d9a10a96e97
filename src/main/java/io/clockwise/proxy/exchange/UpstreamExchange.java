package io.clockwise.proxy.exchange;

import io.clockwise.config.ConnectionsConfig.OnFull;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.exchange.connection.UpstreamConnection;
import io.clockwise.proxy.exchange.stream.Deadline;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.policy.retry.RetryRule;
import io.clockwise.proxy.policy.retry.RetryStep;
import io.clockwise.proxy.policy.retry.Trial;
import io.clockwise.telemetry.accesslog.AccessRecord;
import org.jspecify.annotations.Nullable;

/**
 * The backend's half of one request: attempts, one after the other, until one has answered or none
 * may follow.
 */
final class UpstreamExchange implements Attempt.Course {
  private final LoopScope scope;
  private final Downstream client;
  private final RetryConfig retry;
  private final TimeoutsConfig timeouts;
  private final BackendSearch search;
  private final Deadline deadline;
  private @Nullable Attempt attempt;
  private int number = 1;
  private boolean freshTried;
  private boolean over;

  UpstreamExchange(LoopScope scope, Downstream client, Choice choice) {
    this.scope = scope;
    this.client = client;
    this.retry = choice.pool().config().retry();
    this.timeouts = choice.pool().config().timeouts();
    this.search = new BackendSearch(scope, client, choice, this::found, this::notFound);
    this.deadline = new Deadline(scope.vertx());
  }

  /** Begins. */
  void start() {
    client.whenGone(this::abandon);
    if (client.hasBody()) {
      client.request().pause();
    }
    scope.retries().of(search.pool()).request(System.nanoTime());
    search.begin(false);
  }

  private void found(UpstreamConnection connection) {
    attempt = new Attempt(scope, client, timeouts, connection, deadline, this);
    attempt.start();
  }

  private void notFound(ProxyFailure failure) {
    decide(
        failure,
        new Trial(
            client.facts().method(), failure.kind(), 0, number, false, freshTried, false, false));
  }

  @Override
  public void failed(Attempt failed, ProxyFailure failure) {
    noteBytes();
    decide(
        failure,
        new Trial(
            client.facts().method(),
            failure.kind(),
            0,
            number,
            failed.reused(),
            freshTried,
            failed.bodyBegan(),
            failed.answerBegan()));
  }

  @Override
  public boolean takes(int status) {
    Attempt running = attempt;
    if (running == null || !retry.statuses().contains(status)) {
      return true;
    }
    FailureKind kind = FailureKind.BAD_RESPONSE;
    Trial trial =
        new Trial(
            client.facts().method(),
            kind,
            status,
            number,
            running.reused(),
            freshTried,
            running.bodyBegan(),
            false);
    if (RetryRule.after(trial, retry) != RetryStep.NEXT_CANDIDATE || !mayMove()) {
      return true;
    }
    running.abandon();
    deadline.cancel();
    note("status_" + status);
    search.endAttempt(false);
    move();
    return false;
  }

  private void decide(ProxyFailure failure, Trial trial) {
    deadline.cancel();
    attempt = null;
    note(failure.code());
    search.endAttempt(failure.origin() == ProxyFailure.Origin.UPSTREAM);
    if (failure.kind() == FailureKind.BACKEND_FULL
        && search.pool().config().connections().onFull() != OnFull.FAIL
        && search.findNext()) {
      search.beginNext(); // not a retry: nobody has seen the request
      return;
    }
    switch (RetryRule.after(trial, retry)) {
      case FRESH_CONNECTION -> {
        freshTried = true;
        scope.meters().retried(true);
        search.begin(true);
      }
      case NEXT_CANDIDATE -> {
        if (mayMove()) {
          move();
        } else {
          giveUp(failure);
        }
      }
      case GIVE_UP -> giveUp(failure);
    }
  }

  private boolean mayMove() {
    if (!search.findNext()) {
      return false;
    }
    boolean paid = scope.retries().of(search.pool()).take(System.nanoTime());
    if (!paid) {
      scope.meters().retryRefused();
    }
    return paid;
  }

  private void move() {
    attempt = null;
    number++;
    freshTried = false;
    scope.meters().retried(false);
    search.beginNext();
  }

  private void giveUp(ProxyFailure failure) {
    if (!over) {
      abandon();
      client.fail(failure);
    }
  }

  private void note(String result) {
    client
        .tally()
        .tried(
            new AccessRecord.Try(
                search.backendId(), result, client.tally().timeline().sinceStart()));
  }

  @Override
  public void whole(Attempt done, AnswerPassage answer) {
    over = true;
    search.endAttempt(false);
    noteBytes();
    // What is left is the client's to take; the deadline stays for that.
    deadline.arm(timeouts.idle().toMillis(), this::tailStalled);
    answer.end();
  }

  private void tailStalled() {
    client.fail(ProxyFailure.of(FailureKind.CLIENT_GONE, "the client does not take the answer"));
  }

  /** Ends the exchange, wherever it stands; nothing of it goes on. */
  private void abandon() {
    deadline.cancel();
    noteBytes();
    if (over) {
      return;
    }
    over = true;
    search.endAttempt(false);
    search.cancel();
    if (attempt != null) {
      attempt.abandon();
    }
  }

  private void noteBytes() {
    if (attempt != null) {
      client.tally().bytes(attempt.requestBytes(), attempt.answerBytes());
    }
  }
}
