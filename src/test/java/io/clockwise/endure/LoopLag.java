package io.clockwise.endure;

import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicLong;

/** By how much an event loop is late: what it sees cannot be measured better than that. */
final class LoopLag {
  private static final long STEP_MILLIS = 10;

  private final Vertx vertx;
  private final AtomicLong mostNanos = new AtomicLong();

  LoopLag(Vertx vertx) {
    this.vertx = vertx;
    vertx.runOnContext(turn -> step(System.nanoTime() + STEP_MILLIS * 1_000_000));
  }

  private void step(long dueNanos) {
    vertx.setTimer(
        STEP_MILLIS,
        tick -> {
          long now = System.nanoTime();
          mostNanos.accumulateAndGet(now - dueNanos, Math::max);
          step(now + STEP_MILLIS * 1_000_000);
        });
  }

  /** Forgets what was. */
  void reset() {
    mostNanos.set(0);
  }

  /** Returns the longest since. */
  long mostMillis() {
    return mostNanos.get() / 1_000_000;
  }
}
