package io.clockwise.proxy.gate;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The first part of a connection: until it is known where it comes from and a gate stands before
 * it. Used on the connection's event loop only.
 */
public final class Arrival {
  private static final AttributeKey<Arrival> KEY = AttributeKey.valueOf("clockwise.arrival");

  private boolean placed;
  private boolean gated;
  private @Nullable ScheduledFuture<?> deadline;

  /** Begins the arrival of a connection. */
  public Arrival(Channel channel) {
    channel.attr(KEY).set(this);
  }

  /** Says that a gate stands before a connection. */
  static void gated(Channel channel) {
    Arrival arrival = channel.attr(KEY).get();
    if (arrival != null) {
      arrival.gated = true;
      arrival.endIfOver();
    }
  }

  /** Says that the connection's origin is known. */
  public void placed() {
    placed = true;
    endIfOver();
  }

  /** Tells whether it is over. */
  public boolean isOver() {
    return placed && gated;
  }

  /** Sets a deadline, unless it is over already. */
  public void limit(Channel channel, Duration limit, Runnable tooSlow) {
    if (!isOver()) {
      deadline = channel.eventLoop().schedule(tooSlow, limit.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** Drops the deadline. */
  public void cancel() {
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }

  private void endIfOver() {
    if (isOver()) {
      cancel();
    }
  }
}
