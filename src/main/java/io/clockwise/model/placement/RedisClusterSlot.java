package io.clockwise.model.placement;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The 16,384 slots of a Redis cluster.
 *
 * @param ranges by backend id, such as {@code 0-5460} or {@code 0-99,200}; empty: even parts in the
 *     order of the backends
 */
public record RedisClusterSlot(Map<String, String> ranges) implements ForeignSettings {
  /** How many slots there are. */
  public static final int SLOTS = 16_384;

  /** Even parts. */
  public static final RedisClusterSlot DEFAULT = new RedisClusterSlot(Map.of());

  /** Copies the map, in its order. */
  public RedisClusterSlot {
    ranges = Collections.unmodifiableMap(new LinkedHashMap<>(ranges));
  }

  @Override
  public String algorithm() {
    return "redis-cluster-slot";
  }

  @Override
  public SortedMap<String, Object> parameters() {
    return new TreeMap<>(Map.of("ranges", ranges));
  }
}
