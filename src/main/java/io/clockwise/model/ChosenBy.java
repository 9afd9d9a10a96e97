package io.clockwise.model;

/** The rule that chose the backend of a request. */
public enum ChosenBy {
  /** The key's first open candidate. */
  PLACEMENT,
  /** The route's rule for requests without a key. */
  FALLBACK,
  /** The route's backup pool, since no backend of its own pool was open. */
  BACKUP
}
