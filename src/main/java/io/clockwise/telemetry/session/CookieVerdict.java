package io.clockwise.telemetry.session;

/** What the affinity cookie of a request turned out to be. */
public enum CookieVerdict {
  /** There is none. */
  NONE,
  /** It names a backend, which may serve the session. */
  VALID,
  /** It is too old, was not used for too long, or is from the future. */
  EXPIRED,
  /** It is malformed, or signed with none of the keys. */
  FORGED,
  /** It was valid, but its backend is gone or serves no sessions any more. */
  UNKNOWN,
  /** It is too long to be one. */
  OVERSIZED,
  /** There are several of the name that differ. */
  DUPLICATE
}
