package io.clockwise.telemetry;

import io.clockwise.model.FailureKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** What one event loop counts of the requests it serves; written by that loop only. */
public final class LoopMeters {
  private final Counter[] byStatusClass = Counter.array(6);
  private final Map<FailureKind, Counter> failures = counterOfEach();
  private final Counter started = new Counter();
  private final Counter ended = new Counter();
  private final Counter missingKeys = new Counter();
  private final Counter requestBytes = new Counter();
  private final Counter responseBytes = new Counter();
  private final Counter logDrops = new Counter();
  private final Counter retriesFresh = new Counter();
  private final Counter retriesNext = new Counter();
  private final Counter retriesRefused = new Counter();
  private final Counter connectionsOpened = new Counter();
  private final Counter connectionsClosed = new Counter();
  private final Map<CutReason, Counter> streamsCut = UpstreamMeters.countersOf(CutReason.class);
  private final DurationHistogram durations = new DurationHistogram();
  private final UpstreamMeters upstream;
  private final AffinityMeters affinity = new AffinityMeters();
  private final int loop;
  private final int loops;

  LoopMeters(int loop, int loops) {
    this.loop = loop;
    this.loops = loops;
    this.upstream = new UpstreamMeters(loop, loops);
  }

  /** Counts a request whose head has been read. */
  public void requestStarted() {
    started.increment();
  }

  /**
   * Counts a request that is over.
   *
   * @param status of the answer; 499 when the client went away before it
   * @param durationNanos from its head to its end
   */
  public void requestEnded(int status, long durationNanos) {
    ended.increment();
    int statusClass = status / 100;
    byStatusClass[statusClass >= 1 && statusClass <= 5 ? statusClass : 0].increment();
    durations.record(durationNanos);
  }

  /** Counts a request that no backend answered. */
  public void failed(FailureKind kind) {
    counterOf(kind).increment();
  }

  /** Counts a request that yielded no routing key. */
  public void missingKey() {
    missingKeys.increment();
  }

  /** Counts body bytes of a request and of its answer. */
  public void bodyBytes(long request, long response) {
    requestBytes.add(request);
    responseBytes.add(response);
  }

  /** Counts a record that the access log had no room for. */
  public void logDropped() {
    logDrops.increment();
  }

  /**
   * Counts one more attempt of a request.
   *
   * @param sameBackend over a new connection to the same backend; else on the next candidate
   */
  public void retried(boolean sameBackend) {
    (sameBackend ? retriesFresh : retriesNext).increment();
  }

  /** Counts an attempt that was not made since the budget was used up. */
  public void retryRefused() {
    retriesRefused.increment();
  }

  /** Counts a long stream that Clockwise has ended. */
  public void streamCut(CutReason reason) {
    UpstreamMeters.of(streamsCut, reason).increment();
  }

  /** Counts an accepted client connection; returns its number, which no other one has. */
  public long connectionOpened() {
    connectionsOpened.increment();
    return numbered(connectionsOpened.get(), loop, loops);
  }

  /** Returns a number for the n-th thing of one event loop; no loop has one of another's. */
  static long numbered(long count, int loop, int loops) {
    return (count - 1) * loops + loop + 1;
  }

  /** Counts the end of a client connection. */
  public void connectionClosed() {
    connectionsClosed.increment();
  }

  /** Returns the requests ended with a status of the class 1 to 5; 0: any other. */
  public long requests(int statusClass) {
    return byStatusClass[statusClass].get();
  }

  /** Returns the requests that ended by this failure. */
  public long failures(FailureKind kind) {
    return counterOf(kind).get();
  }

  /** Returns the requests that are being served. */
  public long inFlight() {
    return difference(started, ended);
  }

  /** Returns the requests without a routing key. */
  public long missingKeys() {
    return missingKeys.get();
  }

  /** Returns the body bytes received from clients. */
  public long requestBytes() {
    return requestBytes.get();
  }

  /** Returns the body bytes sent to clients. */
  public long responseBytes() {
    return responseBytes.get();
  }

  /** Returns the records that the access log had no room for. */
  public long logDrops() {
    return logDrops.get();
  }

  /** Returns the attempts over a new connection to the same backend, or on the next candidate. */
  public long retries(boolean sameBackend) {
    return (sameBackend ? retriesFresh : retriesNext).get();
  }

  /** Returns the attempts that were not made since the budget was used up. */
  public long retriesRefused() {
    return retriesRefused.get();
  }

  /** Returns the long streams that Clockwise has ended. */
  public long streamsCut(CutReason reason) {
    return UpstreamMeters.of(streamsCut, reason).get();
  }

  /** Returns the client connections that are open. */
  public long connections() {
    return difference(connectionsOpened, connectionsClosed);
  }

  /** Returns the durations of the requests that are over. */
  public DurationHistogram durations() {
    return durations;
  }

  /** Returns what is counted of connections to backends. */
  public UpstreamMeters upstream() {
    return upstream;
  }

  /** Returns what is counted of sessions and keys that stay with a backend. */
  public AffinityMeters affinity() {
    return affinity;
  }

  private static long difference(Counter begun, Counter over) {
    long gone = over.get(); // first, since an end follows its start
    return Math.max(0, begun.get() - gone); // opaque reads of two counts have no common order
  }

  private Counter counterOf(FailureKind kind) {
    return Objects.requireNonNull(failures.get(kind));
  }

  private static Map<FailureKind, Counter> counterOfEach() {
    Map<FailureKind, Counter> counters = new EnumMap<>(FailureKind.class);
    for (FailureKind kind : FailureKind.values()) {
      counters.put(kind, new Counter());
    }
    return counters;
  }
}
