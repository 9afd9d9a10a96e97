package io.clockwise.control.autoscale;

import io.clockwise.config.AutoscaleConfig;
import java.util.List;

/**
 * What is known of a pool when it is decided whether it needs more backends. Immutable.
 *
 * @param rule what the pool says
 * @param inFlight requests at the ready backends, averaged over the interval; long streams among
 *     them
 * @param parts its backends, in the order of the document
 */
record ScaleFacts(AutoscaleConfig rule, double inFlight, List<Part> parts) {
  /** What a backend counts for. */
  enum Role {
    /** It is ready and open: capacity. */
    SERVING,
    /** It is ready, and nobody knows yet whether it answers: capacity that comes. */
    COMING,
    /** It may be brought in. */
    SPARE,
    /** Neither: down, ejected, drained or set aside by somebody else. */
    OTHER
  }

  /**
   * One backend.
   *
   * @param capacity requests at once that it takes well
   * @param since the revision by which autoscale gave it its state; 0: it did not
   * @param warm whether it still serves what it served before its drain
   */
  record Part(String id, long capacity, Role role, long since, boolean warm) {
    /** Tells whether autoscale brought it in, so that it may drain it. */
    boolean isBroughtIn() {
      return since > 0 && (role == Role.SERVING || role == Role.COMING);
    }
  }

  /** Copies the list. */
  ScaleFacts {
    parts = List.copyOf(parts);
  }

  /** Returns the requests at once that the backends of a role take well. */
  long capacity(Role role) {
    return parts.stream().filter(p -> p.role() == role).mapToLong(Part::capacity).sum();
  }

  /** Returns how many backends have a role. */
  int count(Role role) {
    return (int) parts.stream().filter(p -> p.role() == role).count();
  }

  /** Returns the requests in flight over the capacity; 1 where there is no capacity. */
  double utilisation() {
    long capacity = capacity(Role.SERVING);
    return capacity == 0 ? 1 : inFlight / capacity;
  }
}
