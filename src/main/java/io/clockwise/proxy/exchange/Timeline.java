package io.clockwise.proxy.exchange;

import io.clockwise.telemetry.accesslog.AccessRecord;
import io.clockwise.telemetry.accesslog.Phase;

/** When the steps of one request happened. */
final class Timeline {
  private final long startMillis = System.currentTimeMillis();
  private final long startNanos = System.nanoTime();
  private long leaseNanos = -1;
  private long firstByteNanos = -1;
  private Phase phase = Phase.HEAD;

  /** Notes that a connection to the backend was obtained. */
  void leased() {
    leaseNanos = sinceStart();
    phase = Phase.REQUEST;
  }

  /** Notes that a connection to a backend is looked for. */
  void searching() {
    phase = Phase.CONNECT;
  }

  /** Notes that all of the request has been sent. */
  void sent() {
    if (phase == Phase.REQUEST) {
      phase = Phase.WAITING;
    }
  }

  /** Notes that all of an answer has been passed on. */
  void done() {
    phase = Phase.DONE;
  }

  /** Returns how far the request has come. */
  Phase phase() {
    return phase;
  }

  /** Notes that the backend's answer began. */
  void firstByte() {
    firstByteNanos = sinceStart();
    phase = Phase.ANSWER;
  }

  long sinceStart() {
    return System.nanoTime() - startNanos;
  }

  AccessRecord.Times toRecord(long durationNanos) {
    return new AccessRecord.Times(startMillis, durationNanos, leaseNanos, firstByteNanos);
  }
}
