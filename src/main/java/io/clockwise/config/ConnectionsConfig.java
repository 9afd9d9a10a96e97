package io.clockwise.config;

import java.time.Duration;

/**
 * Connections from Clockwise to each backend of a pool.
 *
 * @param perBackend over all event loops, 1 to 100000; default 512
 * @param queue requests that may wait for a connection, over all event loops, 0 to 1000000; default
 *     1024; beyond: 503
 * @param queueTimeout how long one may wait, 1 ms to 1 h; default 1 s; beyond: 503
 * @param idle how long an unused connection is kept, 100 ms to 1 h; default 4 s; below the
 *     backends' own
 */
public record ConnectionsConfig(int perBackend, int queue, Duration queueTimeout, Duration idle) {
  /** The defaults. */
  public static final ConnectionsConfig DEFAULT =
      new ConnectionsConfig(512, 1024, Duration.ofSeconds(1), Duration.ofSeconds(4));
}
