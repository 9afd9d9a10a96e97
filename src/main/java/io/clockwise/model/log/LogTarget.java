package io.clockwise.model.log;

/** How much of request targets the access log keeps. */
public enum LogTarget {
  /** Path and query. */
  FULL,
  /** The path, no query. */
  PATH,
  /** Nothing. */
  NONE
}
