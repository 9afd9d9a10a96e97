package io.clockwise.route.walk;

import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.telemetry.hot.HotKeys;

/**
 * The keys of a pool that several backends serve.
 *
 * @param keys their hashes
 * @param over so many of a key's first candidates serve it
 */
record HotSpread(HotKeys keys, int over) {
  /** There are none. */
  static final HotSpread NONE = new HotSpread(HotKeys.NONE, 1);

  /**
   * Returns the keys that are spread of those that are hot: none where sessions or keys are bound
   * to backends.
   */
  static HotSpread of(PoolConfig config, HotKeys found) {
    HotKeysConfig rule = config.spreading();
    return rule == null || found.isEmpty() ? NONE : new HotSpread(found, rule.over());
  }
}
