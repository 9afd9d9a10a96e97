package io.clockwise.config;

/** What becomes of the requests of a pool when none of its backends is usable. */
public enum WhenNoneUsable {
  /** 503. */
  FAIL,
  /**
   * Those backends are tried that accept connections although they fail their check, or that are
   * ejected; never one in maintenance or drained.
   */
  TRY_ANSWERING
}
