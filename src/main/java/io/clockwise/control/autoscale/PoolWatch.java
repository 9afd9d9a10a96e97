package io.clockwise.control.autoscale;

import java.time.Duration;

/** What is remembered of one pool between two looks; time is an argument. */
final class PoolWatch {
  private long begun;
  private double sum;
  private long samples;
  private long changed;
  private long revision;
  private boolean busy;
  private int told = -1;
  private boolean exhausted;

  /**
   * Begins now, as if something had been changed just now.
   *
   * @param revision of the last change of the pool
   */
  PoolWatch(long revision, long nowNanos) {
    this.revision = revision;
    this.changed = nowNanos;
    this.begun = nowNanos;
  }

  /** Notes how many requests are in flight, and at which revision of the pool. */
  void sample(long inFlight, long newRevision, long nowNanos) {
    if (newRevision != revision) {
      revision = newRevision;
      changed = nowNanos;
    }
    sum += inFlight;
    samples++;
  }

  /** Tells whether an interval is over and nothing is on its way. */
  boolean isDue(Duration interval, long nowNanos) {
    return !busy && samples > 0 && nowNanos - begun >= interval.toNanos();
  }

  /** Returns the mean of what was noted, and begins anew. */
  double take(long nowNanos) {
    double mean = samples == 0 ? 0 : sum / samples;
    begin(nowNanos);
    return mean;
  }

  private void begin(long nowNanos) {
    begun = nowNanos;
    sum = 0;
    samples = 0;
  }

  /** Returns how long ago the pool was changed, by whomever. */
  long sinceChange(long nowNanos) {
    return nowNanos - changed;
  }

  /** Notes that a change is on its way. */
  void propose() {
    busy = true;
  }

  /** Notes what became of it; what was in flight before it says nothing of after. */
  void proposed(boolean made, long nowNanos) {
    busy = false;
    changed = made ? nowNanos : changed;
    begin(nowNanos);
  }

  /** Tells whether an outside scaler does not know this yet, and notes that it does. */
  boolean isNews(ScaleStep.Outlook outlook, boolean lacks) {
    int known = told < 0 ? outlook.ready() : told;
    boolean news = outlook.wanted() != known || lacks && !exhausted;
    told = outlook.wanted();
    exhausted = lacks;
    return news;
  }

  /** Forgets what an outside scaler was told: it did not take it. */
  void untold() {
    told = 0;
    exhausted = false;
  }
}
