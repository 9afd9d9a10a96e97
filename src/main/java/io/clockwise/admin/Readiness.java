package io.clockwise.admin;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether this instance should get traffic; written by whoever starts and stops it, read by {@code
 * /readyz}. Thread-safe.
 */
public final class Readiness {
  private static final String NO_TABLE = "no routing table is published yet";
  private static final String NO_LISTENER = "the listeners are not bound yet";
  private static final String STOPPING = "Clockwise is stopping";

  private final Set<String> reasons = Collections.synchronizedSet(new LinkedHashSet<>());

  /** Is not ready to begin with: neither a table nor a listener is there. */
  public Readiness() {
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
    synchronized (reasons) {
      return List.copyOf(reasons);
    }
  }
}
