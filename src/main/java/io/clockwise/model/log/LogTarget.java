package io.clockwise.model.log;

/** How much of request targets the access log keeps. */
public enum LogTarget {
  /** Path and query. */
  FULL,
  /** The path, no query. */
  PATH,
  /** Nothing. */
  NONE;

  /** Returns how many chars of a target may be shown; -1: nothing of it is shown. */
  public int end(String target) {
    return switch (this) {
      case FULL -> target.length();
      case PATH -> {
        int mark = target.indexOf('?');
        yield mark < 0 ? target.length() : mark;
      }
      case NONE -> -1;
    };
  }
}
