package io.clockwise.control.flow;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;

/**
 * How long is waited for something that should happen soon; used on its context only.
 *
 * @param time until it is gone on without it
 */
public record Patience(Context context, Duration time) {

  /** Completes when a future does, however it ends, or when the time is over. */
  public Future<Void> with(Future<?> awaited) {
    Promise<Void> over = Promise.promise();
    long timer = context.owner().setTimer(Math.max(1, time.toMillis()), id -> over.tryComplete());
    awaited.onComplete(
        ended -> {
          context.owner().cancelTimer(timer);
          over.tryComplete();
        });
    return over.future();
  }
}
