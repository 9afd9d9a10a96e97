package io.clockwise.model;

import java.time.Duration;
import java.time.Instant;

/**
 * One drain of a backend, as accepted. Immutable.
 *
 * @param id of the change that began it; another drain of the same backend has another one
 * @param since when it was asked for
 * @param deadline when its sessions move; wall time, so that it goes on after a restart
 * @param terms how it ends
 * @param outcome how it ended, if it did
 */
public record Drain(String id, Instant since, Instant deadline, Terms terms, Outcome outcome) {
  private static final long MOST_CUT_MILLIS = 60_000;
  private static final int CUT_PART = 10;

  /** What becomes of what is left at the deadline. */
  public enum Then {
    /** Sessions move with their next request; what is live then gets {@code hardStop}. */
    MOVE,
    /** Streams are closed as well, spread over the last tenth of the time, one minute at most. */
    CUT
  }

  /** How a drain ended. */
  public enum Outcome {
    /** It did not yet. */
    OPEN,
    /** Nothing was left to wait for. */
    DRAINED,
    /** The deadline passed. */
    EXPIRED
  }

  /**
   * How a drain ends.
   *
   * @param then what becomes of what is left
   * @param hardStop how long requests that are live at the deadline may still take
   * @param window a session that was not seen for so long is over; zero: there are none
   * @param strict whether it serves nothing new even when no other backend is left
   * @param leaves whether the backend is removed in the end: it is gone from the document
   */
  public record Terms(
      Then then, Duration hardStop, Duration window, boolean strict, boolean leaves) {}

  /** Tells whether it has not ended. */
  public boolean isOpen() {
    return outcome == Outcome.OPEN;
  }

  /**
   * Returns how long before the deadline streams are closed, where they are: a tenth of the time.
   */
  public long cutSpanMillis() {
    long wholeMillis = deadline.toEpochMilli() - since.toEpochMilli();
    return Math.max(0, Math.min(MOST_CUT_MILLIS, wholeMillis / CUT_PART));
  }

  /** Tells whether streams are being closed at a time, in milliseconds since 1970. */
  public boolean cutsStreams(long epochMillis) {
    return terms.then() == Then.CUT
        && isOpen()
        && epochMillis >= deadline.toEpochMilli() - cutSpanMillis();
  }

  /** Returns the same with an end. */
  public Drain ended(Outcome how) {
    return new Drain(id, since, deadline, terms, how);
  }
}
