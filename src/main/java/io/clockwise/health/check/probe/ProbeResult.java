package io.clockwise.health.check.probe;

import org.jspecify.annotations.Nullable;

/**
 * What came of one probe.
 *
 * @param ok whether the backend is well
 * @param connects whether it accepted the connection
 * @param leaving whether it says that it wants no new keys; null: it said nothing at all
 * @param reason why it is not well, for people; empty: it is
 * @param late whether all that was wrong is that the time was over
 */
public record ProbeResult(
    boolean ok, boolean connects, @Nullable Boolean leaving, String reason, boolean late) {
  /** A backend that is well. */
  public static final ProbeResult OK = new ProbeResult(true, true, null, "", false);

  /** Returns that of a backend that could not be connected to. */
  public static ProbeResult unreachable(String reason) {
    return new ProbeResult(false, false, null, reason, false);
  }

  /** Returns that of a backend that accepted the connection and is not well all the same. */
  public static ProbeResult unwell(String reason) {
    return new ProbeResult(false, true, null, reason, false);
  }

  /** Returns the same of a backend that has said whether it wants new keys. */
  ProbeResult leaving(boolean says) {
    return new ProbeResult(ok, connects, says, reason, late);
  }

  /** Returns the same as the end of a time in which nothing came. */
  ProbeResult inVain() {
    return new ProbeResult(ok, connects, leaving, reason, true);
  }
}
