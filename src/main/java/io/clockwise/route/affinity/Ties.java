package io.clockwise.route.affinity;

import io.clockwise.route.balance.Staging;
import io.clockwise.telemetry.hot.HotKeys;
import io.clockwise.telemetry.hot.KeyTraffic;
import org.jspecify.annotations.Nullable;

/**
 * What binds keys to backends, or loosens them, by what was before: requests seen, changes made.
 *
 * @param affinity what keeps sessions and keys with their backends
 * @param hotKeys the keys that several backends serve
 * @param traffic counts the requests of each key; null: nobody does
 * @param staging the change that moves keys by and by; null: none
 */
public record Ties(
    PoolAffinity affinity,
    HotKeys hotKeys,
    @Nullable KeyTraffic traffic,
    @Nullable Staging staging) {
  /** Nothing does. */
  public static final Ties NONE = new Ties(PoolAffinity.NONE, HotKeys.NONE);

  /** Makes those of a pool whose keys nobody counts. */
  public Ties(PoolAffinity affinity, HotKeys hotKeys) {
    this(affinity, hotKeys, null, null);
  }

  /** Makes those of a pool in which no change is under way. */
  public Ties(PoolAffinity affinity, HotKeys hotKeys, @Nullable KeyTraffic traffic) {
    this(affinity, hotKeys, traffic, null);
  }
}
