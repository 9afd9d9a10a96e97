package io.clockwise.config;

import io.clockwise.model.PlacementSettings;
import java.util.List;

/**
 * A set of interchangeable backends.
 *
 * @param placement default {@code ring}
 * @param backends in the order of the document; may be empty
 * @param connections to each backend
 * @param timeouts of each exchange
 */
public record PoolConfig(
    PlacementSettings placement,
    List<BackendConfig> backends,
    ConnectionsConfig connections,
    TimeoutsConfig timeouts) {

  /** Copies the list. */
  public PoolConfig {
    backends = List.copyOf(backends);
  }

  /** Returns the same with other backends. */
  public PoolConfig withBackends(List<BackendConfig> newBackends) {
    return new PoolConfig(placement, newBackends, connections, timeouts);
  }
}
