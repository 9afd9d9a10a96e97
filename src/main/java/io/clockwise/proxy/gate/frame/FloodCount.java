package io.clockwise.proxy.gate.frame;

import java.time.Duration;

/** What a client does too often: events, counted in windows of time. */
public final class FloodCount {
  private static final int MOST_RESETS = 200;
  private static final Duration RESETS_WINDOW = Duration.ofSeconds(30);

  private final int most;
  private final long windowNanos;
  private long startNanos;
  private int count;

  /**
   * Makes a count.
   *
   * @param most events of one window
   */
  FloodCount(int most, Duration window, long nowNanos) {
    this.most = most;
    this.windowNanos = window.toNanos();
    this.startNanos = nowNanos;
  }

  /** Makes a count of streams that end by a reset: 200 in 30 s are no flood. */
  public static FloodCount ofResets(long nowNanos) {
    return new FloodCount(MOST_RESETS, RESETS_WINDOW, nowNanos);
  }

  /** Counts an event; returns whether it is one too many. */
  public boolean add(long nowNanos) {
    if (nowNanos - startNanos > windowNanos) {
      startNanos = nowNanos;
      count = 0;
    }
    return ++count > most;
  }
}
