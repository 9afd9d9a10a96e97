package io.clockwise.config;

/** What the bearer of a token may do; each role includes those before it. */
public enum Role {
  /** Look. */
  READ,
  /** Drain, ready, maint. */
  OPERATE,
  /** Everything. */
  ADMIN
}
