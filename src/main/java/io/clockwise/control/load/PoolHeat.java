package io.clockwise.control.load;

import io.clockwise.telemetry.hot.HeavyKey;
import io.clockwise.telemetry.hot.HotKeys;
import io.clockwise.telemetry.hot.KeyShares;
import java.util.HashMap;
import java.util.Map;

/*
 * A key is hot from a share on, and ceases to be below half of it, in two looks one after the other:
 * one that is near the bound does not come and go. Few requests say nothing of shares, so below some
 * number no key is hot.
 */
/** Which keys of one pool are hot, from look to look. */
final class PoolHeat {
  /** How many keys are hot at most. */
  static final int MOST = 64;

  /** How many requests there must be. */
  static final long FEWEST_REQUESTS = 100;

  private static final int LOOKS = 2;

  private final Map<Long, Integer> coolLooks = new HashMap<>();

  /**
   * Looks once.
   *
   * @param above the share from which on a key is hot
   */
  HotKeys look(KeyShares shares, double above) {
    Map<Long, Double> known = new HashMap<>();
    boolean tells = shares.requests() >= FEWEST_REQUESTS;
    if (tells) {
      shares.keys().forEach(key -> known.put(key.hash(), key.share()));
    }
    coolLooks.replaceAll(
        (hash, looks) -> known.getOrDefault(hash, 0.0) < above / 2 ? looks + 1 : 0);
    coolLooks.values().removeIf(looks -> looks >= LOOKS);
    if (tells) {
      for (HeavyKey key : shares.keys()) { // the heaviest first
        if (key.share() < above || coolLooks.size() >= MOST) {
          break;
        }
        coolLooks.putIfAbsent(key.hash(), 0);
      }
    }
    return new HotKeys(coolLooks.keySet().stream().mapToLong(hash -> hash).toArray());
  }
}
