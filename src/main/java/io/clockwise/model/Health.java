package io.clockwise.model;

/** What probes say of a backend; never mixed with the operator's wish. */
public enum Health {
  /** Answers. */
  UP,
  /** Does not answer. */
  DOWN,
  /** Not probed yet. */
  CHECKING
}
