package io.clockwise.model;

/**
 * One server behind the proxy.
 *
 * @param id stable name, unique in its pool; the only thing besides the weight that places keys
 * @param address where it is dialled; may change without moving keys
 * @param weight relative share of keys, 0 to {@value #MAX_WEIGHT}; 0 owns no keys
 * @param adminState the operator's wish
 */
public record Backend(String id, BackendAddress address, int weight, AdminState adminState) {

  /** The largest weight. */
  public static final int MAX_WEIGHT = 65_535;

  /** Checks the bounds of the weight. */
  public Backend {
    if (weight < 0 || weight > MAX_WEIGHT) {
      throw new IllegalArgumentException("weight of " + id + " out of bounds: " + weight);
    }
  }
}
