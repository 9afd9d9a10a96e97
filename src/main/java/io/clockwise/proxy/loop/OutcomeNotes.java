package io.clockwise.proxy.loop;

import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.accesslog.Phase;
import io.clockwise.telemetry.outcome.BackendOutcomes;
import org.jspecify.annotations.Nullable;

/**
 * What one event loop notes of how backends serve its requests: by that, those are ejected that do
 * not. What clients or Clockwise itself do to a request is not their affair.
 */
public final class OutcomeNotes {
  private final int loop;

  OutcomeNotes(int loop) {
    this.loop = loop;
  }

  /** Notes that the head of an answer has come from the backend that is tried. */
  public void answered(Tally tally, int status, long nowNanos) {
    BackendOutcomes of = of(tally);
    if (of == null) {
      return;
    }
    if (isRefusal(status)) {
      of.refused(loop, tally.keyMark(), status, nowNanos);
      return;
    }
    of.answered(loop);
    long waited = tally.timeline().waitedNanos();
    if (waited >= 0) {
      of.waited(loop, waited);
    }
  }

  /* Whether the backend says that it cannot serve; 500 may be the request's fault. */
  private static boolean isRefusal(int status) {
    return status == 502 || status == 503 || status == 504;
  }

  /** Notes that all of an answer has come from the backend that is tried. */
  public void whole(Tally tally) {
    BackendOutcomes of = of(tally);
    if (of != null) {
      of.whole(loop);
    }
  }

  /**
   * Notes that an attempt on the backend that is tried has failed, if that is the backend's fault.
   *
   * @param inAnswer whether the head of an answer had come
   */
  void failed(Tally tally, ProxyFailure failure, boolean inAnswer, long nowNanos) {
    BackendOutcomes of = of(tally);
    if (of != null && failure.origin() == ProxyFailure.Origin.UPSTREAM) {
      of.failed(loop, tally.keyMark(), failure.kind(), inAnswer, nowNanos);
    }
  }

  /**
   * Notes that a request took too long in all: it is the backend's fault if that was waited for.
   */
  public void tookTooLong(Tally tally, ProxyFailure failure, long nowNanos) {
    if (tally.timeline().phase() == Phase.WAITING) {
      failed(tally, failure, false, nowNanos);
    }
  }

  /** Tells whether an open backend of the pool has not failed last, as far as this loop knows. */
  boolean isHopeful(PoolSnapshot pool, long nowNanos) {
    long window = pool.config().retry().budget().window().toNanos();
    for (int i = 0; i < pool.size(); i++) {
      if (pool.isOpen(i) && !pool.meters(i).outcomes().isFailing(loop, window, nowNanos)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable BackendOutcomes of(Tally tally) {
    PoolSnapshot pool = tally.target();
    int backend = tally.backend();
    return pool == null || backend < 0 ? null : pool.meters(backend).outcomes();
  }
}
