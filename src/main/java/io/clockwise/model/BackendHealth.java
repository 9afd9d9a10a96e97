package io.clockwise.model;

import java.time.Instant;

/**
 * What this instance has found out about a backend, besides what operators wish.
 *
 * @param health what probes say; UP where there are none
 * @param ejected whether requests failed there lately, so that it gets none for a while
 * @param leaving whether it says itself that it wants no new keys
 * @param connects whether it accepts connections, as far as is known
 * @param reason why it is not simply up, for people; empty: it is
 * @param since when that changed last
 */
public record BackendHealth(
    Health health,
    boolean ejected,
    boolean leaving,
    boolean connects,
    String reason,
    Instant since) {
  /** Nothing is wrong. */
  public static final BackendHealth UP = of(Health.UP);

  /** Returns that of a backend of which only this is known. */
  public static BackendHealth of(Health health) {
    return new BackendHealth(health, false, false, health == Health.UP, "", Instant.EPOCH);
  }

  /** Returns what counts for the availability: an ejected one is down. */
  public Health effective() {
    return ejected ? Health.DOWN : health;
  }
}
