package io.clockwise.model;

/** What the operator wants of a backend. */
public enum AdminState {
  /** Takes keys. */
  READY,
  /** Takes no new keys; known sessions stay. */
  DRAIN,
  /** Takes nothing. */
  MAINT
}
