package io.clockwise.proxy.live;

/** The time and the turns of one event loop. */
public interface LoopClock {
  /** Returns nanoseconds since some moment before the first call; only runs forward. */
  long nanos();

  /** Returns the wall time, in milliseconds since 1970. */
  long epochMillis();

  /**
   * Sets a timer.
   *
   * @return its number, never negative
   */
  long timer(long millis, Runnable action);

  /** Takes back a timer. */
  void cancel(long timer);

  /** Goes on in a later turn of the event loop. */
  void soon(Runnable action);
}
