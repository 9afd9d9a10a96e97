package io.clockwise.placement.bound;

/** The requests in flight at each member, at this moment; read on the request path. */
@FunctionalInterface
public interface MemberLoads {

  /** Returns how many requests are in flight at the member of this index. */
  long inFlight(int member);

  /**
   * Returns how many requests are in flight at all usable members together; negative: that is not
   * known without asking for each.
   */
  default long atUsable() {
    return -1;
  }

  /** Returns the sum of the weights of the usable members; asked for only where that is known. */
  default long usableWeight() {
    return 0;
  }
}
