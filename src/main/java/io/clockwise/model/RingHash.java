package io.clockwise.model;

/** The hash function of a ring, for its points and for keys alike. */
public enum RingHash {
  /** XXH3-64 with seed 0. */
  XXH3
}
