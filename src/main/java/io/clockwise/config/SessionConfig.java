package io.clockwise.config;

import org.jspecify.annotations.Nullable;

/**
 * The keys of a pool that say who stays where: {@code affinity}, {@code onUnavailable}, {@code
 * onOwnerChange}, {@code drain}, {@code changeBudget}.
 *
 * @param affinity what binds requests to a backend besides the placement; default none
 * @param onUnavailable what a key does when its backend cannot take it; default {@code next}
 * @param onOwnerChange what becomes of long streams of keys that belong to another backend; default
 *     {@code keep}
 * @param drain how drains go
 * @param changeBudget how fast changes may move keys; null: at once; default
 */
public record SessionConfig(
    AffinityConfig affinity,
    OnUnavailable onUnavailable,
    OnOwnerChange onOwnerChange,
    DrainConfig drain,
    @Nullable ChangeBudgetConfig changeBudget) {
  /** What holds when nothing is said. */
  public static final SessionConfig DEFAULT =
      new SessionConfig(
          AffinityConfig.NONE, OnUnavailable.NEXT, OnOwnerChange.KEEP, DrainConfig.DEFAULT);

  /** Makes one whose changes move keys at once. */
  public SessionConfig(
      AffinityConfig affinity,
      OnUnavailable onUnavailable,
      OnOwnerChange onOwnerChange,
      DrainConfig drain) {
    this(affinity, onUnavailable, onOwnerChange, drain, null);
  }

  /** Returns the same with another affinity. */
  public SessionConfig withAffinity(AffinityConfig other) {
    return new SessionConfig(other, onUnavailable, onOwnerChange, drain, changeBudget);
  }

  /** Returns the same with another rule for what cannot be taken. */
  public SessionConfig withOnUnavailable(OnUnavailable other) {
    return new SessionConfig(affinity, other, onOwnerChange, drain, changeBudget);
  }

  /** Returns the same with another rule for long streams. */
  public SessionConfig withOnOwnerChange(OnOwnerChange other) {
    return new SessionConfig(affinity, onUnavailable, other, drain, changeBudget);
  }

  /** Returns the same with other drains. */
  public SessionConfig withDrain(DrainConfig other) {
    return new SessionConfig(affinity, onUnavailable, onOwnerChange, other, changeBudget);
  }

  /** Returns the same with another budget, or without. */
  public SessionConfig withChangeBudget(@Nullable ChangeBudgetConfig other) {
    return new SessionConfig(affinity, onUnavailable, onOwnerChange, drain, other);
  }
}
