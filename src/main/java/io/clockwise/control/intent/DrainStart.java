package io.clockwise.control.intent;

import io.clockwise.config.DrainConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord;
import io.clockwise.model.Drain;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Drains that a change begins; their times come from the change, never from a clock. */
final class DrainStart {
  /** How long a backend that is gone from the document may still serve its sessions. */
  static final Duration LEAVING = Duration.ofSeconds(60);

  /* With a blank, which no name of a change that somebody gives can have. */
  private static final String GONE = "gone ";

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

  /**
   * Returns the drain of a backend that is gone from the document.
   *
   * @param own the one that an operator began before, which goes on; null: there is none
   */
  static Drain leaving(ChangeRecord draft, PoolConfig pool, @Nullable Drain own) {
    if (own != null) {
      return leaves(own, true);
    }
    DrainConfig usual = pool.session().drain();
    return drain(
        GONE + draft.changeId(),
        draft,
        LEAVING,
        new Drain.Terms(Drain.Then.MOVE, usual.hardStop(), window(pool, LEAVING), false, true));
  }

  /** Tells whether nobody but the document began a drain. */
  static boolean isOfDocument(Drain drain) {
    return drain.id().startsWith(GONE);
  }

  /** Returns the same, with or without a removal at its end. */
  static Drain leaves(Drain drain, boolean leaves) {
    Drain.Terms terms = drain.terms();
    return new Drain(
        drain.id(),
        drain.since(),
        drain.deadline(),
        new Drain.Terms(terms.then(), terms.hardStop(), terms.window(), terms.strict(), leaves),
        drain.outcome());
  }

  private static Drain drain(ChangeRecord draft, Duration time, Drain.Terms terms) {
    return drain(draft.changeId(), draft, time, terms);
  }

  private static Drain drain(String id, ChangeRecord draft, Duration time, Drain.Terms terms) {
    Instant since = draft.cause().time();
    return new Drain(id, since, since.plus(time), terms, Drain.Outcome.OPEN);
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
