package io.clockwise.telemetry;

import io.clockwise.telemetry.outcome.BackendOutcomes;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * What is known live of one backend of one pool; survives reloads. Each loop writes its own row.
 */
public final class BackendMeters {
  private final Counter[] started;
  private final Counter[] ended;
  private final Counter[] failed;
  private final Counter[] streamsOpened;
  private final Counter[] streamsClosed;
  private final BackendOutcomes outcomes;
  private final Map<EjectionReason, Counter> ejections = new EnumMap<>(EjectionReason.class);
  private final int number;
  private final PoolMeters pool;

  BackendMeters(int loops, int number, PoolMeters pool) {
    this.number = number;
    this.pool = pool;
    outcomes = new BackendOutcomes(loops);
    for (EjectionReason reason : EjectionReason.values()) {
      ejections.put(reason, new Counter());
    }
    streamsOpened = Counter.array(loops);
    streamsClosed = Counter.array(loops);
    started = Counter.array(loops);
    ended = Counter.array(loops);
    failed = Counter.array(loops);
  }

  /** Counts a request given to the backend; by the loop of that index only. */
  public void started(int loop) {
    started[loop].increment();
    pool.busy(loop, 1);
  }

  /** Counts the end of a request given to the backend; by the loop of that index only. */
  public void ended(int loop, boolean failure) {
    ended[loop].increment();
    pool.busy(loop, -1);
    if (failure) {
      failed[loop].increment();
    }
  }

  /** Returns how it has served its requests. */
  public BackendOutcomes outcomes() {
    return outcomes;
  }

  /** Counts an ejection; by one thread only. */
  public void ejected(EjectionReason reason) {
    Objects.requireNonNull(ejections.get(reason)).increment();
  }

  /** Returns the ejections since the start. */
  public long ejections(EjectionReason reason) {
    return Objects.requireNonNull(ejections.get(reason)).get();
  }

  /** Counts a request that has become a long stream; by the loop of that index only. */
  public void streamOpened(int loop) {
    streamsOpened[loop].increment();
    pool.busy(loop, -1);
  }

  /** Counts the end of a long stream; by the loop of that index only. */
  public void streamClosed(int loop) {
    streamsClosed[loop].increment();
    pool.busy(loop, 1);
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

  /** Returns the requests being served, over all loops; long streams apart. */
  public long busy() {
    long all = inFlight();
    return all == 0 ? 0 : Math.max(0, all - streams());
  }

  /** Returns the meters of its pool. */
  public PoolMeters pool() {
    return pool;
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
