package io.clockwise.telemetry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is counted of the checks of one pool; written by one thread. */
public final class ProbeMeters {
  private final Counter succeeded = new Counter();
  private final Counter failed = new Counter();
  private final Map<String, Long> nanos = new ConcurrentHashMap<>();

  /** Counts a probe of a backend that took so long. */
  public void ended(String backend, boolean ok, long tookNanos) {
    (ok ? succeeded : failed).increment();
    nanos.put(backend, tookNanos);
  }

  /** Returns how many found their backend well. */
  public long succeeded() {
    return succeeded.get();
  }

  /** Returns how many did not. */
  public long failed() {
    return failed.get();
  }

  /** Returns how long the last probe of a backend took; 0: there was none. */
  public long nanos(String backend) {
    return nanos.getOrDefault(backend, 0L);
  }
}
