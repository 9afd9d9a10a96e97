package io.clockwise.telemetry;

/** Why a backend was ejected. */
public enum EjectionReason {
  /** Requests failed there. */
  FAILURES,
  /** Its answers took much longer than those of the others. */
  LATENCY
}
