package io.clockwise.config;

/** What a key, or a session, does when its backend cannot take it and nobody wished that. */
public enum OnUnavailable {
  /** It goes to its next candidate. */
  NEXT,
  /** It waits where the backend is full, and fails where it is closed. */
  QUEUE,
  /** It fails: 503. */
  FAIL;

  /** Tells whether a request is served by its own backend or not at all. */
  public boolean isStrict() {
    return this != NEXT;
  }
}
