package io.clockwise.config.read.doubt;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.CareConfig;
import io.clockwise.config.OutlierConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.config.SlowStartConfig;
import io.clockwise.config.ZonesConfig;
import io.clockwise.config.read.node.Shown;
import io.clockwise.config.text.EnumText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is doubtful in how a pool cares for its backends. */
final class CareDoubts {
  private CareDoubts() {}

  static void find(PoolUse use, Warnings warnings) {
    CareConfig care = use.pool().care();
    outlier(care.outlier(), use, warnings);
    slowStart(care.slowStart(), use.path(), warnings);
    zones(care.zones(), use.pool().backends(), use.path(), warnings);
    boolean keyless = use.isUsed() && !use.hasKey();
    boolean cookie = use.pool().session().affinity() instanceof AffinityConfig.Cookie;
    if (care.loadBound() != null && cookie && keyless) {
      warnings.warning(
          use.path() + ".loadBound",
          "a bound in a pool with cookie affinity, and no route with a key leads here",
          "off, or a route with a key",
          "sessions that a cookie binds go to their backend all the same");
    }
    if (care.hotKeys() != null) {
      hotKeys(use, keyless, warnings);
    }
  }

  private static void outlier(@Nullable OutlierConfig outlier, PoolUse use, Warnings warnings) {
    if (outlier == null) {
      return;
    }
    if (use.pool().backends().size() == 1) {
      warnings.warning(
          use.path() + ".outlier",
          "ejection in a pool with one backend",
          "a second backend, or off",
          "the last usable one is never ejected");
    }
    if (outlier.maxEjectedShare() == 0) {
      warnings.warning(
          use.path() + ".outlier.maxEjectedShare",
          "0",
          "a share such as 0.3, or outlier: off",
          "one backend may be ejected all the same");
    }
    if (outlier.distinctKeys() > outlier.consecutiveFailures()) {
      warnings.warning(
          use.path() + ".outlier.distinctKeys",
          outlier.distinctKeys() + ", more than consecutiveFailures",
          outlier.consecutiveFailures() + " at most",
          "each failure is of one key: " + outlier.distinctKeys() + " in a row are needed");
    }
  }

  private static void slowStart(SlowStartConfig slowStart, String pool, Warnings warnings) {
    if (!slowStart.isOn() && slowStart.curve() != SlowStartConfig.OFF.curve()) {
      warnings.warning(
          pool + ".slowStart.curve",
          Shown.quoted(EnumText.of(slowStart.curve())) + ", without a window",
          "a window such as 60s",
          "all keys come at once");
    }
  }

  private static void zones(
      @Nullable ZonesConfig zones, List<BackendConfig> backends, String pool, Warnings warnings) {
    if (zones != null
        && !backends.isEmpty()
        && backends.stream().noneMatch(backend -> backend.zone().equals(zones.own()))) {
      warnings.warning(
          pool + ".zones.own",
          Shown.quoted(zones.own()) + ", the zone of no backend",
          "backends with this zone",
          "no key stays there");
    }
  }

  private static void hotKeys(PoolUse use, boolean keyless, Warnings warnings) {
    SessionConfig session = use.pool().session();
    String why = "";
    if (!(session.affinity() instanceof AffinityConfig.None)) {
      why = "a pool with affinity";
    } else if (session.onUnavailable().isStrict()) {
      why = "a pool with onUnavailable: " + EnumText.of(session.onUnavailable());
    } else if (keyless) {
      why = "a pool that no route with a key leads to";
    }
    if (!why.isEmpty()) {
      warnings.warning(
          use.path() + ".hotKeys", "hot keys in " + why, "off", "no key is spread there");
    }
  }
}
