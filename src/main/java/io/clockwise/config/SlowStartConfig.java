package io.clockwise.config;

import java.time.Duration;

/**
 * How a backend that comes into service gets its keys: a share that grows, and never shrinks.
 *
 * @param window from none of its keys to all of them, 0s to 24h; default 0s: at once
 * @param curve how the share grows; default {@code linear}
 */
public record SlowStartConfig(Duration window, Curve curve) {
  /** All keys at once. */
  public static final SlowStartConfig OFF = new SlowStartConfig(Duration.ZERO, Curve.LINEAR);

  /** How the share grows with the time. */
  public enum Curve {
    /** In equal steps. */
    LINEAR,
    /** Doubling ten times: from a thousandth to all. */
    EXPONENTIAL
  }

  /** Tells whether there is one. */
  public boolean isOn() {
    return !window.isZero();
  }

  /**
   * Returns the share of its keys that a backend gets, 0 to 1; 1 when the window is over.
   *
   * @param ageNanos since it came into service
   */
  public double share(long ageNanos) {
    long whole = window.toNanos();
    if (ageNanos >= whole) {
      return 1;
    }
    double part = Math.max(0, ageNanos) / (double) whole;
    return curve == Curve.LINEAR ? part : Math.pow(2, 10 * (part - 1));
  }
}
