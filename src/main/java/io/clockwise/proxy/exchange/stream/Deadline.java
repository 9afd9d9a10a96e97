package io.clockwise.proxy.exchange.stream;

import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/**
 * One moment by which something must have moved; for one event loop.
 *
 * <p>Progress only notes the time: the timer that is set already looks at the note when it fires,
 * and waits for the rest. So a busy stream sets no timer per part.
 */
public final class Deadline {
  private final Vertx vertx;
  private long timer = -1;
  private long firesNanos;
  private long limitNanos;
  private long touchedNanos;
  private @Nullable Runnable expired;

  /** Makes a deadline that is not set. */
  public Deadline(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Begins anew with this limit. */
  public void arm(long limitMillis, Runnable whenExpired) {
    expired = whenExpired;
    limitNanos = limitMillis * 1_000_000;
    touchedNanos = System.nanoTime();
    if (timer >= 0 && firesNanos - touchedNanos > limitNanos) {
      vertx.cancelTimer(timer);
      timer = -1;
    }
    if (timer < 0) {
      set(limitNanos);
    }
  }

  /** Notes progress. */
  public void touch() {
    touchedNanos = System.nanoTime();
  }

  /** Ends it. */
  public void cancel() {
    expired = null;
    if (timer >= 0) {
      vertx.cancelTimer(timer);
      timer = -1;
    }
  }

  private void set(long nanos) {
    long millis = Math.max(1, (nanos + 999_999) / 1_000_000);
    firesNanos = System.nanoTime() + millis * 1_000_000;
    timer = vertx.setTimer(millis, id -> fire());
  }

  private void fire() {
    timer = -1;
    Runnable action = expired;
    if (action == null) {
      return;
    }
    long rest = touchedNanos + limitNanos - System.nanoTime();
    if (rest > 0) {
      set(rest);
    } else {
      expired = null;
      action.run();
    }
  }
}
