package io.clockwise.proxy.policy.rule;

/** How many interim answers may come before one answer (RFC 9110 section 15.2). */
public final class InterimLimit {
  private static final int MOST = 32;

  private InterimLimit() {}

  /** Tells whether so many are a fault of the backend. */
  public static boolean isBeyond(int interims) {
    return interims > MOST;
  }
}
