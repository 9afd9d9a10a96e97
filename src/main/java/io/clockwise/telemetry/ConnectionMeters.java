package io.clockwise.telemetry;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * What is counted of client connections that did not go well; written by any thread, since it is
 * the exception.
 */
public final class ConnectionMeters {
  /** Why a connection was closed before it was understood. */
  public enum Refusal {
    /** More than {@code limits.connections}. */
    CONNECTIONS,
    /** More than {@code limits.connectionsPerAddress}. */
    CONNECTIONS_PER_ADDRESS,
    /** A PROXY protocol header is missing or malformed. */
    PROXY_HEADER,
    /** The TLS handshake failed. */
    TLS_HANDSHAKE,
    /** It speaks what the listener does not. */
    PROTOCOL,
    /** It was not understood in {@code limits.headTimeout}. */
    TOO_SLOW
  }

  /** Why an HTTP/2 connection was cut. */
  public enum Cut {
    /** Too many frames that cost more than they carry. */
    FLOOD,
    /** It broke the rules of HTTP/2. */
    PROTOCOL_ERROR,
    /** A request's head did not end in {@code limits.headTimeout}. */
    SLOW_HEAD
  }

  private final Map<Refusal, LongAdder> refusals = counters(Refusal.class);
  private final Map<Cut, LongAdder> cuts = counters(Cut.class);

  private static <E extends Enum<E>> Map<E, LongAdder> counters(Class<E> type) {
    Map<E, LongAdder> counters = new EnumMap<>(type);
    for (E constant : type.getEnumConstants()) {
      counters.put(constant, new LongAdder());
    }
    return counters;
  }

  /** Counts a connection that is closed before it was understood. */
  public void refused(Refusal why) {
    Objects.requireNonNull(refusals.get(why)).increment();
  }

  /** Counts an HTTP/2 connection that is cut. */
  public void cut(Cut why) {
    Objects.requireNonNull(cuts.get(why)).increment();
  }

  /** Returns the connections that were closed before they were understood. */
  public long refusals(Refusal why) {
    return Objects.requireNonNull(refusals.get(why)).sum();
  }

  /** Returns the HTTP/2 connections that were cut. */
  public long cuts(Cut why) {
    return Objects.requireNonNull(cuts.get(why)).sum();
  }
}
