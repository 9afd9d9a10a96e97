package io.clockwise.route;

import io.clockwise.config.ClockwiseConfig;
import java.util.List;
import java.util.Map;

/**
 * Everything that serving a request reads, at one moment. Deeply immutable.
 *
 * @param epoch grows by one with each published table; 1 is the first
 * @param revision the accepted intent that this table carries out
 * @param config the effective configuration: the file with the changes made through the API
 * @param routes in order; the first that matches wins
 * @param pools by name
 */
public record RoutingTable(
    long epoch,
    long revision,
    ClockwiseConfig config,
    List<CompiledRoute> routes,
    Map<String, PoolSnapshot> pools) {

  /** Copies the collections. */
  public RoutingTable {
    routes = List.copyOf(routes);
    pools = Map.copyOf(pools);
  }
}
