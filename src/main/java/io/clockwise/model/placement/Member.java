package io.clockwise.model.placement;

import io.clockwise.model.Backend;

/**
 * What a placement knows of a backend.
 *
 * @param id unique in its pool
 * @param weight 0 to {@value Backend#MAX_WEIGHT}; 0 owns no keys
 * @param name the text by which foreign rules place it; our own place by the id
 */
public record Member(String id, int weight, String name) {

  /** Checks the bounds of the weight. */
  public Member {
    if (weight < 0 || weight > Backend.MAX_WEIGHT) {
      throw new IllegalArgumentException("weight of " + id + " out of bounds: " + weight);
    }
  }

  /** Makes a member whose name is its id. */
  public Member(String id, int weight) {
    this(id, weight, id);
  }
}
