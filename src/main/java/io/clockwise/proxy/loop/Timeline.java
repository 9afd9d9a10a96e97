package io.clockwise.proxy.loop;

import io.clockwise.telemetry.accesslog.AccessRecord;
import io.clockwise.telemetry.accesslog.Phase;

/** When the steps of one request happened. */
public final class Timeline {
  private long startMillis;
  private long startNanos;
  private long leaseNanos;
  private long sentNanos;
  private long firstByteNanos;
  private Phase phase = Phase.HEAD;

  /** Begins anew, with a request whose head has been read at this moment. */
  public void begin(long epochMillis, long nanos) {
    startMillis = epochMillis;
    startNanos = nanos;
    leaseNanos = -1;
    sentNanos = -1;
    firstByteNanos = -1;
    phase = Phase.HEAD;
  }

  /** Notes that a connection to the backend was obtained. */
  public void leased(long nowNanos) {
    leaseNanos = nowNanos - startNanos;
    phase = Phase.REQUEST;
  }

  /** Notes that a connection to a backend is looked for. */
  public void searching() {
    sentNanos = -1;
    phase = Phase.CONNECT;
  }

  /** Notes that all of the request has been sent. */
  public void sent(long nowNanos) {
    if (phase == Phase.REQUEST) {
      sentNanos = nowNanos - startNanos;
      phase = Phase.WAITING;
    }
  }

  /** Notes that all of an answer has been passed on. */
  public void done() {
    phase = Phase.DONE;
  }

  /** Returns when the request began, in milliseconds since 1970. */
  public long startMillis() {
    return startMillis;
  }

  /** Returns when the request began, by the clock that only runs forward. */
  public long startNanos() {
    return startNanos;
  }

  /** Returns how far the request has come. */
  public Phase phase() {
    return phase;
  }

  /** Notes that the backend's answer began. */
  public void firstByte(long nowNanos) {
    firstByteNanos = nowNanos - startNanos;
    phase = Phase.ANSWER;
  }

  /** Returns how long the answer was waited for when all was sent; -1: it came before. */
  long waitedNanos() {
    return sentNanos < 0 || firstByteNanos < sentNanos ? -1 : firstByteNanos - sentNanos;
  }

  public long sinceStart() {
    return System.nanoTime() - startNanos;
  }

  /** Tells the log. */
  void fill(AccessRecord record, long durationNanos) {
    record.times(startMillis, durationNanos, leaseNanos, firstByteNanos);
  }
}
