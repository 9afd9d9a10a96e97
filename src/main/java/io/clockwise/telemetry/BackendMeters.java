package io.clockwise.telemetry;

/**
 * What is known live of one backend of one pool; survives reloads. Each loop writes its own row.
 */
public final class BackendMeters {
  private final Counter[] started;
  private final Counter[] ended;
  private final Counter[] failed;
  private final Counter[] streamsOpened;
  private final Counter[] streamsClosed;
  private final long[] failingSince; // each read and written by its loop only; 0: it answers
  private final int number;

  BackendMeters(int loops, int number) {
    this.number = number;
    failingSince = new long[loops];
    streamsOpened = Counter.array(loops);
    streamsClosed = Counter.array(loops);
    started = Counter.array(loops);
    ended = Counter.array(loops);
    failed = Counter.array(loops);
  }

  /** Counts a request given to the backend; by the loop of that index only. */
  public void started(int loop) {
    started[loop].increment();
  }

  /** Counts the end of a request given to the backend; by the loop of that index only. */
  public void ended(int loop, boolean failure) {
    ended[loop].increment();
    if (failure) {
      failed[loop].increment();
    }
  }

  /** Notes that the backend has failed a request; by the loop of that index only. */
  public void failing(int loop, long nowNanos) {
    if (failingSince[loop] == 0) {
      failingSince[loop] = nowNanos | 1;
    }
  }

  /** Notes that the backend has answered a request; by the loop of that index only. */
  public void answered(int loop) {
    if (failingSince[loop] != 0) {
      failingSince[loop] = 0;
    }
  }

  /** Returns for how long it has failed this loop without an answer; 0: it has not. */
  public long failingNanos(int loop, long nowNanos) {
    long since = failingSince[loop];
    return since == 0 ? 0 : Math.max(1, nowNanos - since);
  }

  /** Counts a request that has become a long stream; by the loop of that index only. */
  public void streamOpened(int loop) {
    streamsOpened[loop].increment();
  }

  /** Counts the end of a long stream; by the loop of that index only. */
  public void streamClosed(int loop) {
    streamsClosed[loop].increment();
  }

  /** Returns the number of this backend; no other one of this process ever has it. */
  public int number() {
    return number;
  }

  /** Returns the long streams among the requests being served, over all loops. */
  public long streams() {
    long over = sum(streamsClosed);
    return Math.max(0, sum(streamsOpened) - over);
  }

  /** Returns the requests being served, over all loops; long streams among them. */
  public long inFlight() {
    long over = sum(ended); // first, since an end follows its start
    return Math.max(0, sum(started) - over); // opaque reads of two counts have no common order
  }

  /** Returns the requests given to the backend since the start, over all loops. */
  public long requests() {
    return sum(started);
  }

  /** Returns the requests that the backend failed since the start, over all loops. */
  public long failures() {
    return sum(failed);
  }

  private static long sum(Counter[] row) {
    long sum = 0;
    for (Counter counter : row) {
      sum += counter.get();
    }
    return sum;
  }
}
