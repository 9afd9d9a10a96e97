package io.clockwise.proxy.live;

import io.clockwise.telemetry.CutReason;

/** A request that a backend is serving, as it may have to be ended. */
public interface LiveExchange {
  /**
   * Ends it: a long stream in its own terms, anything else so that its client sees that it was cut.
   * Its entry may serve another request when this returns.
   *
   * @param atOnce whether it must not wait for a place where it can end well
   * @return false: nothing was done, for it is on no backend yet, or cannot end well now
   */
  boolean cut(CutReason reason, boolean atOnce);
}
