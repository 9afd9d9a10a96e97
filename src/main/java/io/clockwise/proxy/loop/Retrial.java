package io.clockwise.proxy.loop;

import io.clockwise.config.ConnectionsConfig.OnFull;
import io.clockwise.config.RetryConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.policy.FailureResponder;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.policy.retry.RetryRule;
import io.clockwise.proxy.policy.retry.RetryStep;
import io.clockwise.proxy.policy.retry.Trial;
import io.clockwise.telemetry.accesslog.AccessRecord;
import org.jspecify.annotations.Nullable;

/** What follows an attempt of one request that came to nothing: another one, or none. */
public final class Retrial {
  private final LoopScope scope;
  private final Seeker client;
  private final String method;
  private final RetryConfig retry;
  private final BackendSearch search;
  private int number = 1;
  private boolean freshTried;
  private @Nullable ProxyFailure seen;

  /**
   * How far an attempt had come when it failed.
   *
   * @param reused whether its connection had served an earlier request
   * @param bodyBegan whether a part of the request's body has been sent
   * @param answerBegan whether a part of an answer has been passed on
   */
  public record Progress(boolean reused, boolean bodyBegan, boolean answerBegan) {
    /** There was not even a connection. */
    public static final Progress NONE = new Progress(false, false, false);
  }

  /** Makes one for a request whose first attempt begins. */
  public Retrial(
      LoopScope scope, Seeker client, String method, RetryConfig retry, BackendSearch search) {
    this.scope = scope;
    this.client = client;
    this.method = method;
    this.retry = retry;
    this.search = search;
  }

  /**
   * Counts the end of an attempt that failed, and begins the next one if there may be one.
   *
   * @return false: the request has failed, for the reason that {@link #reason} tells
   */
  public boolean again(ProxyFailure failure, Progress progress) {
    if (failure.origin() != ProxyFailure.Origin.DOWNSTREAM) {
      note(failure.code());
    }
    RetryStep step = RetryRule.after(trial(failure.kind(), 0, progress), retry);
    if (step != RetryStep.FRESH_CONNECTION // else that one tells
        && !(progress.answerBegan() && search.isStream())) {
      scope.outcomes().failed(client.tally(), failure, progress.answerBegan(), System.nanoTime());
    }
    search.endAttempt(failure.origin() == ProxyFailure.Origin.UPSTREAM);
    if (failure.kind() == FailureKind.BACKEND_FULL
        && search.pool().config().connections().onFull() != OnFull.FAIL
        && search.findRoom()) {
      search.beginNext(); // not a retry: nobody has seen the request
      return true;
    }
    if (step == RetryStep.FRESH_CONNECTION) {
      freshTried = true;
      scope.meters().retried(true);
      search.begin(true);
      return true;
    }
    if (step == RetryStep.NEXT_CANDIDATE && mayMove()) {
      if (!RetryRule.isUnprocessed(failure.kind())) {
        seen = failure;
      }
      move();
      return true;
    }
    return false;
  }

  /**
   * Returns why the request has failed: what the last attempt met. But 503 says that no backend has
   * taken the request; if one may have acted on it, in an attempt before, that one's failure
   * counts.
   */
  public ProxyFailure reason(ProxyFailure last) {
    ProxyFailure before = seen;
    return before != null && FailureResponder.status(last.kind()) == 503 ? before : last;
  }

  /**
   * Tells whether an answer with this status is dropped for an attempt on the next candidate, which
   * {@link #instead} begins.
   */
  public boolean isDropped(int status, Progress progress) {
    return retry.statuses().contains(status)
        && RetryRule.after(trial(FailureKind.BAD_RESPONSE, status, progress), retry)
            == RetryStep.NEXT_CANDIDATE
        && mayMove();
  }

  /** Counts the end of an attempt whose answer is dropped, and begins the next one. */
  public void instead(int status) {
    note("status_" + status);
    search.endAttempt(false);
    move();
  }

  private Trial trial(FailureKind kind, int status, Progress progress) {
    return new Trial(
        method,
        kind,
        status,
        number,
        progress.reused(),
        freshTried,
        progress.bodyBegan(),
        progress.answerBegan());
  }

  private boolean mayMove() {
    if (!search.findNext()) {
      return false;
    }
    long now = System.nanoTime();
    boolean hopeful = scope.outcomes().isHopeful(search.nextPool(), now);
    boolean paid = scope.retries().of(search.pool()).take(now, hopeful);
    if (!paid) {
      scope.meters().retryRefused();
    }
    return paid;
  }

  private void move() {
    number++;
    freshTried = false;
    scope.meters().retried(false);
    search.beginNext();
  }

  private void note(String result) {
    Tally tally = client.tally();
    tally.tried(new AccessRecord.Try(search.backendId(), result, tally.timeline().sinceStart()));
  }
}
