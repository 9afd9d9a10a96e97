package io.clockwise.telemetry.session;

/** The keys or sessions of one pool that were seen lately, over all event loops. */
public final class PoolSessions {
  /**
   * Returns how many distinct ones a backend has served since a moment, in seconds since 1970.
   *
   * @param backend the number of its meters
   */
  public long seenSince(int backend, long epochSecond) {
    return 0;
  }
}
