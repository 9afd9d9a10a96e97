package io.clockwise.placement.bound;

/** The requests in flight at each member, at this moment; read on the request path. */
@FunctionalInterface
public interface MemberLoads {

  /** Returns how many requests are in flight at the member of this index. */
  long inFlight(int member);
}
