package io.clockwise.proxy.exchange.connection;

import io.clockwise.config.ConnectionsConfig;

/**
 * What one event loop may use of the connections to one backend.
 *
 * @param connections at most, at least 1
 * @param queue requests that may wait
 * @param queueMillis how long one may wait
 * @param idleMillis how long an unused connection is kept
 */
record ConnectionLimits(int connections, int queue, long queueMillis, long idleMillis) {

  /** Returns the share of one of so many event loops. */
  static ConnectionLimits share(ConnectionsConfig config, int loops) {
    return new ConnectionLimits(
        Math.max(1, config.perBackend() / loops),
        (config.queue() + loops - 1) / loops,
        config.queueTimeout().toMillis(),
        config.idle().toMillis());
  }
}
