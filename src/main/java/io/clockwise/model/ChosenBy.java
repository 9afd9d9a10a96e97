package io.clockwise.model;

/** The rule that chose the backend of a request. */
public enum ChosenBy {
  /** The session's cookie. */
  COOKIE,
  /** The table of keys: the key stays where it was served before. */
  TABLE,
  /** The key's first open candidate. */
  PLACEMENT,
  /** The route's rule for requests without a key. */
  FALLBACK,
  /** The route's backup pool, since no backend of its own pool was open. */
  BACKUP,
  /** The request itself, which names a backend and has the token for that. */
  OVERRIDE;

  /** Tells whether it may choose a backend that takes known sessions only. */
  public boolean isSticky() {
    return this == COOKIE || this == TABLE;
  }
}
