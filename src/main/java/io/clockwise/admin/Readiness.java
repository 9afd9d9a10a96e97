package io.clockwise.admin;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Whether this instance should get traffic; written by whoever starts and stops it, read by {@code
 * /readyz}. Thread-safe.
 */
public final class Readiness {
  private static final String NO_TABLE = "no routing table is published yet";
  private static final String NO_LISTENER = "the listeners are not bound yet";
  private static final String STOPPING = "Clockwise is stopping";

  private static final String NO_CHECK = "waiting for the first health check of pool ";

  private final Set<String> reasons = Collections.synchronizedSet(new LinkedHashSet<>());
  private final Supplier<Iterable<String>> unsettled;

  /** Is not ready to begin with; nobody's health is waited for. */
  public Readiness() {
    this(List::of);
  }

  /**
   * Is not ready to begin with: neither a table nor a listener is there.
   *
   * @param unsettled the pools whose health is not known yet
   */
  public Readiness(Supplier<Iterable<String>> unsettled) {
    this.unsettled = unsettled;
    reasons.add(NO_TABLE);
    reasons.add(NO_LISTENER);
  }

  /** Notes that a routing table is published. */
  public void tablePublished() {
    reasons.remove(NO_TABLE);
  }

  /** Notes that all listeners are bound. */
  public void listenersBound() {
    reasons.remove(NO_LISTENER);
  }

  /** Notes that a stop has begun; from now on never ready again. */
  public void stopping() {
    reasons.add(STOPPING);
  }

  /** Returns what keeps this instance from being ready; empty: it is. */
  public List<String> reasons() {
    List<String> all = new ArrayList<>();
    synchronized (reasons) {
      all.addAll(reasons);
    }
    unsettled.get().forEach(pool -> all.add(NO_CHECK + pool));
    return all;
  }
}
