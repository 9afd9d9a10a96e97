package io.clockwise.telemetry;

/** Why Clockwise has ended something that a backend was serving. */
public enum CutReason {
  /** The backend is drained, and the time for what was left is over. */
  DRAIN,
  /** The key belongs to another backend. */
  OWNER_CHANGE,
  /** Clockwise stops. */
  STOP
}
