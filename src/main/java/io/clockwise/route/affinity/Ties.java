package io.clockwise.route.affinity;

import io.clockwise.telemetry.hot.HotKeys;
import io.clockwise.telemetry.hot.KeyTraffic;
import org.jspecify.annotations.Nullable;

/**
 * What binds keys to backends, or loosens them, by what was seen of their requests.
 *
 * @param affinity what keeps sessions and keys with their backends
 * @param hotKeys the keys that several backends serve
 * @param traffic counts the requests of each key; null: nobody does
 */
public record Ties(PoolAffinity affinity, HotKeys hotKeys, @Nullable KeyTraffic traffic) {
  /** Nothing does. */
  public static final Ties NONE = new Ties(PoolAffinity.NONE, HotKeys.NONE);

  /** Makes those of a pool whose keys nobody counts. */
  public Ties(PoolAffinity affinity, HotKeys hotKeys) {
    this(affinity, hotKeys, null);
  }
}
