package io.clockwise.model;

/**
 * What a placement knows of a backend.
 *
 * @param id unique in its pool
 * @param weight 1 to {@value Backend#MAX_WEIGHT}
 */
public record Member(String id, int weight) {

  /** Checks the bounds of the weight. */
  public Member {
    if (weight < 1 || weight > Backend.MAX_WEIGHT) {
      throw new IllegalArgumentException("weight of " + id + " out of bounds: " + weight);
    }
  }
}
