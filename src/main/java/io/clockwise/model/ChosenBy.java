package io.clockwise.model;

/** The rule that chose the backend of a request. */
public enum ChosenBy {
  /** The key's first open candidate. */
  PLACEMENT,
  /** The route's rule for requests without a key. */
  FALLBACK
}
