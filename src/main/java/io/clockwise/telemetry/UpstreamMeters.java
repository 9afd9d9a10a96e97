package io.clockwise.telemetry;

import io.clockwise.model.FailureKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** What one event loop counts of its connections to backends; written by that loop only. */
public final class UpstreamMeters {
  /** What a connection does. */
  public enum State {
    /** It serves no request. */
    IDLE,
    /** It serves requests. */
    ACTIVE,
    /** It is a tunnel, or has one. */
    TUNNEL
  }

  private final Map<State, Counter> states = countersOf(State.class);
  private final Counter connects = new Counter();
  private final Counter reuses = new Counter();
  private final Map<FailureKind, Counter> failures = countersOf(FailureKind.class);
  private final int loop;
  private final int loops;

  UpstreamMeters(int loop, int loops) {
    this.loop = loop;
    this.loops = loops;
  }

  /**
   * Counts a connection that is there now; it is idle at first.
   *
   * @return its number, which no other connection to a backend has
   */
  public long opened() {
    connects.increment();
    of(states, State.IDLE).increment();
    return LoopMeters.numbered(connects.get(), loop, loops);
  }

  /** Counts a connection that does something else now. */
  public void moved(State from, State to) {
    of(states, from).add(-1);
    of(states, to).increment();
  }

  /** Counts the end of a connection. */
  public void closed(State last) {
    of(states, last).add(-1);
  }

  /** Counts a request on a connection that has served others. */
  public void reused() {
    reuses.increment();
  }

  /** Counts a connection that could not be made. */
  public void failed(FailureKind kind) {
    of(failures, kind).increment();
  }

  /** Returns the connections that do this. */
  public long connections(State state) {
    return Math.max(0, of(states, state).get());
  }

  /** Returns the connections that were made. */
  public long connects() {
    return connects.get();
  }

  /** Returns the requests on connections that had served others. */
  public long reuses() {
    return reuses.get();
  }

  /** Returns the connections that could not be made. */
  public long failures(FailureKind kind) {
    return of(failures, kind).get();
  }

  static <K extends Enum<K>> Counter of(Map<K, Counter> counters, K key) {
    return Objects.requireNonNull(counters.get(key));
  }

  static <K extends Enum<K>> Map<K, Counter> countersOf(Class<K> type) {
    Map<K, Counter> counters = new EnumMap<>(type);
    for (K key : type.getEnumConstants()) {
      counters.put(key, new Counter());
    }
    return counters;
  }
}
