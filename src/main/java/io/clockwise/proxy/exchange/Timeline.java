package io.clockwise.proxy.exchange;

import io.clockwise.telemetry.accesslog.AccessRecord;

/** When the steps of one request happened. */
final class Timeline {
  private final long startMillis = System.currentTimeMillis();
  private final long startNanos = System.nanoTime();
  private long leaseNanos = -1;
  private long firstByteNanos = -1;

  /** Notes that a connection to the backend was obtained. */
  void leased() {
    leaseNanos = sinceStart();
  }

  /** Notes that the backend's answer began. */
  void firstByte() {
    firstByteNanos = sinceStart();
  }

  long sinceStart() {
    return System.nanoTime() - startNanos;
  }

  AccessRecord.Times toRecord(long durationNanos) {
    return new AccessRecord.Times(startMillis, durationNanos, leaseNanos, firstByteNanos);
  }
}
