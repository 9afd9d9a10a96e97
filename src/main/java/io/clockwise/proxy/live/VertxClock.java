package io.clockwise.proxy.live;

import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;

/** The clock of the event loop on which it is made. */
public final class VertxClock implements LoopClock {
  private final ContextInternal context;
  private final long originNanos = System.nanoTime();

  /** Makes one; to be called on the event loop. */
  public VertxClock(Vertx vertx) {
    this.context = (ContextInternal) vertx.getOrCreateContext();
  }

  @Override
  public long nanos() {
    return System.nanoTime() - originNanos;
  }

  @Override
  public long epochMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public long timer(long millis, Runnable action) {
    return context.setTimer(Math.max(1, millis), id -> action.run());
  }

  @Override
  public void cancel(long timer) {
    context.owner().cancelTimer(timer);
  }

  @Override
  public void soon(Runnable action) {
    context.runOnContext(turn -> action.run());
  }
}
