package io.clockwise.telemetry.accesslog;

/** How far a request had come when it ended. */
public enum Phase {
  /** Its head was being read, checked or routed. */
  HEAD,
  /** It looked for a connection to a backend. */
  CONNECT,
  /** It was being sent to a backend. */
  REQUEST,
  /** All of it had been sent, no answer had begun. */
  WAITING,
  /** An answer was being passed on. */
  ANSWER,
  /** All of an answer had been passed on. */
  DONE
}
