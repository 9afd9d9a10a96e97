package io.clockwise.control.load;

import io.clockwise.config.HotKeysConfig;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.hot.HeavyKey;
import io.clockwise.telemetry.hot.HotKeys;
import io.clockwise.telemetry.hot.KeyShares;
import io.clockwise.telemetry.hot.KeyTraffic;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the keys that are hot, and those that are no more; used on the controller's context only.
 */
public final class HotKeyWatch {
  /** How often it looks. */
  public static final long MILLIS = 1_000;

  private static final Logger log = LoggerFactory.getLogger(HotKeyWatch.class);

  private final Supplier<RoutingTable> tables;
  private final Meters meters;
  private final Runnable changed;
  private final Map<String, PoolHeat> pools = new HashMap<>();
  private Map<String, HotKeys> told = Map.of();

  /**
   * Makes a watch.
   *
   * @param tables tells the table that is published
   * @param meters have the requests of keys, and are told which are hot
   * @param changed is called after that
   */
  public HotKeyWatch(Supplier<RoutingTable> tables, Meters meters, Runnable changed) {
    this.tables = tables;
    this.meters = meters;
    this.changed = changed;
  }

  /**
   * Looks once.
   *
   * @param epochMillis the time by which requests were counted
   */
  public void look(long epochMillis) {
    Map<String, PoolSnapshot> present = tables.get().pools();
    pools.keySet().removeIf(name -> !present.containsKey(name));
    Map<String, HotKeys> found = new HashMap<>();
    Map<String, KeyShares> seen = new HashMap<>();
    present.forEach(
        (name, pool) -> {
          HotKeysConfig rule = pool.config().spreading();
          KeyTraffic traffic = pool.traffic();
          if (rule == null || traffic == null) {
            pools.remove(name);
          } else {
            KeyShares shares = traffic.recent(epochMillis);
            PoolHeat heat = pools.computeIfAbsent(name, n -> new PoolHeat());
            HotKeys hot = heat.look(shares, rule.spreadAbove());
            if (!hot.isEmpty()) {
              found.put(name, hot);
              seen.put(name, shares);
            }
          }
        });
    if (!found.equals(told)) {
      logBegun(found, seen);
      logEnded(found);
      told = Map.copyOf(found);
      meters.hotKeys(told);
      changed.run();
    }
  }

  private void logBegun(Map<String, HotKeys> found, Map<String, KeyShares> seen) {
    seen.forEach(
        (name, shares) -> {
          HotKeys hot = found.getOrDefault(name, HotKeys.NONE);
          HotKeys before = told.getOrDefault(name, HotKeys.NONE);
          for (HeavyKey key : shares.keys()) {
            if (hot.contains(key.hash()) && !before.contains(key.hash())) {
              log.info(
                  "pool {}: key {} is hot, {} % of the requests",
                  name, HexFormat.of().toHexDigits(key.hash()), Math.round(100 * key.share()));
            }
          }
        });
  }

  private void logEnded(Map<String, HotKeys> found) {
    told.forEach(
        (name, before) -> {
          HotKeys hot = found.getOrDefault(name, HotKeys.NONE);
          for (long hash : before.hashes()) {
            if (!hot.contains(hash)) {
              log.info("pool {}: key {} is hot no more", name, HexFormat.of().toHexDigits(hash));
            }
          }
        });
  }
}
