package io.clockwise.proxy.relay.stream;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The armed moments of one event loop. All of them are looked at every few milliseconds, as long as
 * there are any: to arm one and to cancel it is a change of a list, no timer.
 */
public final class Moments {
  /** How late a moment may be noticed. */
  private static final long LOOK_MILLIS = 25;

  private final EventLoop loop;
  private @Nullable Moment first;
  private boolean looking;

  /** Makes those of an event loop. */
  public Moments(EventLoop loop) {
    this.loop = loop;
  }

  void add(Moment moment) {
    moment.armed = true;
    moment.before = null;
    moment.after = first;
    if (first != null) {
      first.before = moment;
    }
    first = moment;
    if (!looking) {
      looking = true;
      schedule();
    }
  }

  void remove(Moment moment) {
    moment.armed = false;
    if (moment.before != null) {
      moment.before.after = moment.after;
    } else {
      first = moment.after;
    }
    if (moment.after != null) {
      moment.after.before = moment.before;
    }
    moment.before = null;
    moment.after = null;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it is never cancelled
  private void schedule() {
    loop.schedule(this::look, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    if (first == null) {
      looking = false;
      return;
    }
    schedule();
    check(System.nanoTime());
  }

  /** Lets those expire that have passed. */
  void check(long nowNanos) {
    Moment at = first;
    while (at != null) {
      if (at.isOver(nowNanos)) {
        remove(at);
        at.expire();
        at = first; // whatever it has led to
      } else {
        at = at.after;
      }
    }
  }
}
