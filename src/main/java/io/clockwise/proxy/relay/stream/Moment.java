package io.clockwise.proxy.relay.stream;

import org.jspecify.annotations.Nullable;

/** One moment by which something must have moved; used again and again. */
public final class Moment {
  private final Moments all;
  private final Runnable expired;
  private long limitNanos;
  private long touchedNanos;
  @Nullable Moment before;
  @Nullable Moment after;
  boolean armed;

  /**
   * Makes one that is not armed.
   *
   * @param expired called when the moment has passed; it is not armed any more then
   */
  public Moment(Moments all, Runnable expired) {
    this.all = all;
    this.expired = expired;
  }

  /** Begins anew, at this time, with this limit. */
  public void arm(long nowNanos, long newLimitNanos) {
    limitNanos = newLimitNanos;
    touchedNanos = nowNanos;
    if (!armed) {
      all.add(this);
    }
  }

  /** Notes progress. */
  public void touch(long nowNanos) {
    touchedNanos = nowNanos;
  }

  /** Ends it. */
  public void cancel() {
    if (armed) {
      all.remove(this);
    }
  }

  /** Tells whether it has passed. */
  boolean isOver(long nowNanos) {
    return nowNanos - touchedNanos >= limitNanos;
  }

  void expire() {
    expired.run();
  }
}
