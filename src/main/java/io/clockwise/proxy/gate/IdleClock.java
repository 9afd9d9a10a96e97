package io.clockwise.proxy.gate;

import io.clockwise.config.LimitsConfig;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends a connection that serves nobody for too long, or for the grace of its listener's departure.
 */
final class IdleClock {
  /** How soon a busy connection is looked at again, at the soonest. */
  private static final long BUSY_NANOS = 100_000_000;

  private final ClientGate gate;
  private final EventLoop loop;
  private final Supplier<LimitsConfig> limits;
  private final Departure departure;
  private long idleSinceNanos = System.nanoTime();
  private long leavingSinceNanos;
  private @Nullable ScheduledFuture<?> timer;

  IdleClock(ClientGate gate, EventLoop loop, Supplier<LimitsConfig> limits, Departure departure) {
    this.gate = gate;
    this.loop = loop;
    this.limits = limits;
    this.departure = departure;
  }

  /** Begins to look. */
  void start() {
    lookAgain(longest());
  }

  /** Says that a request has ended. */
  void requestOver(long nowNanos) {
    idleSinceNanos = nowNanos;
  }

  /** Says that the departure has begun. */
  void leaving() {
    leavingSinceNanos = System.nanoTime();
    lookAgain(longest());
  }

  /** Looks after so long, and not before. */
  void lookAgain(long nanos) {
    stop();
    timer = loop.schedule(this::look, nanos, TimeUnit.NANOSECONDS);
  }

  /** Looks no more. */
  void stop() {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  /* One task that looks again when it fires, not one for each request. */
  private void look() {
    long restNanos =
        gate.isBusy() ? Math.max(longest(), BUSY_NANOS) : idleUntil() - System.nanoTime();
    if (restNanos > 0) {
      lookAgain(restNanos);
    } else {
      gate.idleTooLong();
    }
  }

  private long longest() {
    long usual = limits.get().keepAliveIdle().toNanos();
    return departure.isBegun() ? Math.min(usual, departure.grace().toNanos()) : usual;
  }

  private long idleUntil() {
    long usual = idleSinceNanos + limits.get().keepAliveIdle().toNanos();
    if (!departure.isBegun()) {
      return usual;
    }
    long since = idleSinceNanos - leavingSinceNanos > 0 ? idleSinceNanos : leavingSinceNanos;
    long last = since + departure.grace().toNanos();
    return usual - last < 0 ? usual : last;
  }
}
