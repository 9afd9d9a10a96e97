package io.clockwise.config;

/**
 * The keys of a pool that say who stays where: {@code affinity}, {@code onUnavailable}, {@code
 * onOwnerChange}, {@code drain}.
 *
 * @param affinity what binds requests to a backend besides the placement; default none
 * @param onUnavailable what a key does when its backend cannot take it; default {@code next}
 * @param onOwnerChange what becomes of long streams of keys that belong to another backend; default
 *     {@code keep}
 * @param drain how drains go
 */
public record SessionConfig(
    AffinityConfig affinity,
    OnUnavailable onUnavailable,
    OnOwnerChange onOwnerChange,
    DrainConfig drain) {
  /** What holds when nothing is said. */
  public static final SessionConfig DEFAULT =
      new SessionConfig(
          AffinityConfig.NONE, OnUnavailable.NEXT, OnOwnerChange.KEEP, DrainConfig.DEFAULT);

  /** Returns the same with another affinity. */
  public SessionConfig withAffinity(AffinityConfig other) {
    return new SessionConfig(other, onUnavailable, onOwnerChange, drain);
  }

  /** Returns the same with another rule for what cannot be taken. */
  public SessionConfig withOnUnavailable(OnUnavailable other) {
    return new SessionConfig(affinity, other, onOwnerChange, drain);
  }

  /** Returns the same with another rule for long streams. */
  public SessionConfig withOnOwnerChange(OnOwnerChange other) {
    return new SessionConfig(affinity, onUnavailable, other, drain);
  }

  /** Returns the same with other drains. */
  public SessionConfig withDrain(DrainConfig other) {
    return new SessionConfig(affinity, onUnavailable, onOwnerChange, other);
  }
}
