package io.clockwise.model.placement;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The consistent-hashing load balancer of Vert.x 5; a backend's name is {@code host:port}.
 *
 * @param virtualNodes points a backend
 */
public record VertxConsistentHashing(int virtualNodes) implements ForeignSettings {
  /** The most points a backend. */
  public static final int MAX_VIRTUAL_NODES = 100_000;

  /** Four points a backend, as Vert.x's constant has it. */
  public static final VertxConsistentHashing DEFAULT = new VertxConsistentHashing(4);

  @Override
  public String algorithm() {
    return "vertx-consistent-hashing";
  }

  @Override
  public SortedMap<String, Object> parameters() {
    return new TreeMap<>(Map.of("virtualNodes", virtualNodes));
  }
}
