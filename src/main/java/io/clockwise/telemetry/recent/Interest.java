package io.clockwise.telemetry.recent;

/** What kind of request one was, to somebody who asks why; each kind is kept apart. */
public enum Interest {
  /** It went to its owner, or has none, at the first attempt. */
  PLAIN,
  /** It went to another backend than its owner, or took more than one attempt. */
  MOVED,
  /** No backend answered it whole, or the answer was a fault of the server, status 500 to 599. */
  FAILED
}
