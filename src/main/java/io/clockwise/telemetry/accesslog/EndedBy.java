package io.clockwise.telemetry.accesslog;

/** Who ended a request. */
public enum EndedBy {
  /** Nobody before its time: the whole answer was sent. */
  COMPLETE,
  /** The client went away, or did not take or send its part in time. */
  CLIENT,
  /** The backend failed. */
  BACKEND,
  /** Clockwise answered by itself. */
  CLOCKWISE
}
