package io.clockwise.proxy.connection;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.TimeoutsConfig;

/**
 * What one event loop may use of the connections to one backend.
 *
 * @param requests at once, at least 1
 * @param tunnels at once; 0: no limit
 * @param queue requests that may wait
 * @param queueMillis how long one may wait
 * @param idleMillis how long an unused connection is kept
 * @param pingMillis how long the answer to a ping may take, and how often one is sent
 */
record ConnectionLimits(
    int requests, int tunnels, int queue, long queueMillis, long idleMillis, long pingMillis) {
  private static final long PING_MILLIS = 10_000;

  /** Returns the share of one of so many event loops. */
  static ConnectionLimits share(ConnectionsConfig config, TimeoutsConfig timeouts, int loops) {
    return new ConnectionLimits(
        Math.max(1, config.perBackend() / loops),
        config.tunnels() == 0 ? 0 : Math.max(1, config.tunnels() / loops),
        (config.queue() + loops - 1) / loops,
        config.queueTimeout().toMillis(),
        config.idle().toMillis(),
        Math.max(1, Math.min(PING_MILLIS, timeouts.idle().toMillis() / 2)));
  }
}
