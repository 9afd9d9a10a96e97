package io.clockwise.proxy.live;

import io.clockwise.model.Drain;
import io.clockwise.model.Drain.Outcome;
import io.clockwise.model.Drain.Then;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** One drain as an event loop follows it: its times by the loop's own clock. */
final class DrainCourse extends Planned {
  /* The wall time is asked once: that it is set anew afterwards moves no deadline. */
  private static final long MOST_MILLIS = Duration.ofDays(3650).toMillis();

  private final String pool;
  private final String backend;
  private final Drain drain;
  private final long deadlineNanos;

  private DrainCourse(String pool, String backend, Drain drain, long deadlineNanos) {
    this.pool = pool;
    this.backend = backend;
    this.drain = drain;
    this.deadlineNanos = deadlineNanos;
  }

  /** Begins to follow a drain; both times are now. */
  static DrainCourse begin(
      String pool, String backend, Drain drain, long nowNanos, long epochMillis) {
    long restMillis = drain.deadline().toEpochMilli() - epochMillis;
    long clamped = Math.max(-MOST_MILLIS, Math.min(MOST_MILLIS, restMillis));
    return new DrainCourse(pool, backend, drain, nowNanos + clamped * 1_000_000);
  }

  /** Returns this, or what follows it, when a table says this of the same backend. */
  DrainCourse follow(Drain told, long nowNanos, long epochMillis) {
    boolean same =
        told.id().equals(drain.id())
            && told.since().equals(drain.since())
            && told.deadline().equals(drain.deadline())
            && told.terms().equals(drain.terms());
    if (!same) {
      return begin(pool, backend, told, nowNanos, epochMillis);
    }
    return told.outcome() == drain.outcome()
        ? this
        : new DrainCourse(pool, backend, told, deadlineNanos);
  }

  String pool() {
    return pool;
  }

  String backend() {
    return backend;
  }

  /** Returns when everything is cut that is left then. */
  long hardStopNanos() {
    Duration hardStop = drain.terms().hardStop();
    return deadlineNanos + Math.min(MOST_MILLIS, hardStop.toMillis()) * 1_000_000;
  }

  /** Returns when a long stream is cut: a random moment, or never before the hard stop. */
  long streamCutNanos(long nowNanos, RandomGenerator random) {
    if (drain.terms().then() == Then.MOVE) {
      return NEVER;
    }
    if (drain.outcome() == Outcome.EXPIRED || nowNanos >= deadlineNanos) {
      return nowNanos;
    }
    long from = Math.max(nowNanos, deadlineNanos - drain.cutSpanMillis() * 1_000_000);
    return from == deadlineNanos ? from : random.nextLong(from, deadlineNanos);
  }
}
