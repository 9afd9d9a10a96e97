package io.clockwise.proxy.relay;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.RawConnection;
import io.clockwise.proxy.connection.UpstreamConnection;
import io.clockwise.proxy.live.CutFailure;
import io.clockwise.proxy.live.LiveEntry;
import io.clockwise.proxy.live.LiveExchange;
import io.clockwise.proxy.loop.BackendSearch;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.loop.Retrial;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.CutReason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The way of a relayed request from one attempt to the next; used for one after the other. */
final class RelayTries implements LiveExchange {
  /*
   * Nearly always an idle connection is there and the first attempt is answered: then nothing is
   * searched, and no object made.
   */
  private final LoopScope scope;
  private final RelayExchange exchange;
  private final RelayAttempt attempt;
  private final LiveEntry live = new LiveEntry(this);
  private @Nullable BackendMeters running;
  private @Nullable BackendSearch search;
  private @Nullable Retrial retrial;

  RelayTries(LoopScope scope, RelayExchange exchange, RelayAttempt attempt) {
    this.scope = scope;
    this.exchange = exchange;
    this.attempt = attempt;
  }

  /** Begins the first attempt. */
  void begin(RelayPlan plan, int backend, long nowNanos) {
    RawConnection free = plan.connections(backend).take();
    if (free == null) {
      search().begin(false);
      return;
    }
    running = plan.pool().meters(backend);
    running.started(scope.loop());
    scope.live().add(exchange.tally().describe(live));
    exchange.tally().searching();
    exchange.tally().leased(free.number(), free.servedBefore(), nowNanos);
    attempt.begin(free, nowNanos);
  }

  private BackendSearch search() {
    BackendSearch known = search;
    if (known == null) {
      known =
          new BackendSearch(
              scope,
              exchange,
              live,
              Objects.requireNonNull(exchange.tally().choice()),
              this::found,
              this::notFound);
      search = known;
    }
    return known;
  }

  private Retrial retrial() {
    Retrial known = retrial;
    if (known == null) {
      BackendSearch searching = search();
      if (running != null) {
        running = null;
        searching.adopt();
      }
      known =
          new Retrial(
              scope, exchange, exchange.request().method(), exchange.plan().retry(), searching);
      retrial = known;
    }
    return known;
  }

  private void found(UpstreamConnection connection) {
    RawConnection raw = connection.raw();
    if (raw == null) {
      connection.release();
      notFound(ProxyFailure.of(FailureKind.BAD_RESPONSE, "the backend speaks HTTP/2"));
      return;
    }
    attempt.begin(raw, System.nanoTime());
    if (attempt.takesBody()) {
      exchange.client().resumeBody();
    }
    attempt.flush();
  }

  private void notFound(ProxyFailure failure) {
    after(failure, Retrial.Progress.NONE);
  }

  /** Begins another attempt behind one that has failed, or ends the exchange. */
  void failed(ProxyFailure failure, boolean reused) {
    after(failure, progress(reused));
  }

  private void after(ProxyFailure failure, Retrial.Progress progress) {
    if (!retrial().again(failure, progress)) {
      exchange.fail(retrial().reason(failure));
    }
  }

  private Retrial.Progress progress(boolean reused) {
    return new Retrial.Progress(reused, exchange.expectsBody(), exchange.hasAnswered());
  }

  /** Asks whether an answer with this status is passed on; if not, another attempt has begun. */
  boolean takes(int status, boolean reused) {
    if (exchange.plan().retry().statuses().isEmpty()
        || !retrial().isDropped(status, progress(reused))) {
      return true;
    }
    attempt.abandon();
    retrial().instead(status);
    return false;
  }

  /** Counts the end of an attempt that did not fail; nothing when there is none. */
  void endAttempt() {
    if (running != null) {
      scope.live().remove(live);
      running.ended(scope.loop(), false);
      running = null;
    } else if (search != null) {
      search.endAttempt(false);
    }
  }

  /** Says that the answer, whose head has been passed on, is one of events. */
  void streams() {
    scope.live().becomesStream(live);
  }

  @Override
  public boolean cut(CutReason reason, boolean atOnce) {
    ProxyFailure failure = CutFailure.of(reason);
    if (!attempt.isRunning()) {
      return false; // it asks again whether its backend is open
    }
    if (!live.isStream() || atOnce) {
      exchange.fail(failure);
      return true;
    }
    if (!attempt.answer().mayEnd()) {
      return false;
    }
    attempt.abandon();
    attempt.answer().end();
    exchange.answerCut(failure.kind());
    return true;
  }

  /** Says that the exchange is over. */
  void rest() {
    if (search != null) {
      search.cancel();
      search = null;
      retrial = null;
    }
  }
}
