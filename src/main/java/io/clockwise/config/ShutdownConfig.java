package io.clockwise.config;

import java.time.Duration;

/**
 * How a stop goes: not ready, wait, stop accepting, let requests end, exit.
 *
 * @param delay from "not ready" to "not accepting", 0 s to 1 h; default 5 s
 * @param grace how long running requests may take then, and idle connections wait for a last one, 0
 *     s to 24 h; default 20 s; connections of a listener that goes in a reload wait as long
 */
public record ShutdownConfig(Duration delay, Duration grace) {
  /** The defaults. */
  public static final ShutdownConfig DEFAULT =
      new ShutdownConfig(Duration.ofSeconds(5), Duration.ofSeconds(20));
}
