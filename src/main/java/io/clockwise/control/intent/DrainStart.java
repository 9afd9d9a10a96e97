package io.clockwise.control.intent;

import io.clockwise.config.DrainConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord;
import io.clockwise.model.Drain;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** Drains that a change begins; their times come from the change, never from a clock. */
final class DrainStart {
  /** How long a backend that is gone from the document may still serve its sessions. */
  static final Duration LEAVING = Duration.ofSeconds(60);

  private DrainStart() {}

  /** Returns a drain on the pool's own terms. */
  static Drain of(ChangeRecord draft, PoolConfig pool) {
    DrainConfig terms = pool.session().drain();
    return drain(
        draft,
        terms.deadline(),
        new Drain.Terms(
            terms.then(), terms.hardStop(), window(pool, terms.deadline()), false, false));
  }

  /** Returns a drain on the terms that were asked for, and the pool's where nothing was said. */
  static Drain of(ChangeRecord draft, PoolConfig pool, BackendChange.Drained asked) {
    DrainConfig usual = pool.session().drain();
    Duration deadline = Objects.requireNonNullElse(asked.deadline(), usual.deadline());
    return drain(
        draft,
        deadline,
        new Drain.Terms(
            Objects.requireNonNullElse(asked.then(), usual.then()),
            Objects.requireNonNullElse(asked.hardStop(), usual.hardStop()),
            window(pool, deadline),
            asked.strict(),
            false));
  }

  /** Returns the drain of a backend that is gone from the document. */
  static Drain leaving(ChangeRecord draft, PoolConfig pool) {
    DrainConfig usual = pool.session().drain();
    return drain(
        draft,
        LEAVING,
        new Drain.Terms(Drain.Then.MOVE, usual.hardStop(), window(pool, LEAVING), false, true));
  }

  private static Drain drain(ChangeRecord draft, Duration time, Drain.Terms terms) {
    Instant since = draft.cause().time();
    return new Drain(draft.changeId(), since, since.plus(time), terms, Drain.Outcome.OPEN);
  }

  private static Duration window(PoolConfig pool, Duration deadline) {
    Duration idle = pool.session().affinity().idle();
    if (idle.isZero()) {
      return Duration.ZERO;
    }
    Duration set = pool.session().drain().window();
    if (set != null) {
      return set;
    }
    Duration half = deadline.dividedBy(2);
    return idle.compareTo(half) < 0 ? idle : half;
  }
}
