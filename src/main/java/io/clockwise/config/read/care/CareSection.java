package io.clockwise.config.read.care;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.CareConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.SlowStartConfig;
import io.clockwise.config.WhenNoneUsable;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of a pool that care for its backends. */
public final class CareSection {
  private CareSection() {}

  /** Reads them among the keys of a pool. */
  public static CareConfig read(Fields pool) {
    return new CareConfig(
            pool.get("health").map(HealthSection::read).orElse(null),
            pool.get("outlier").map(OutlierSection::read).orElse(null),
            pool.word("whenNoneUsable", WhenNoneUsable.class, WhenNoneUsable.TRY_ANSWERING),
            pool.get("loadBound").map(LoadBoundSection::read).orElse(null),
            pool.get("slowStart").map(SlowStartSection::read).orElse(SlowStartConfig.OFF),
            pool.get("hotKeys").map(HotKeysSection::read).orElse(null))
        .withZones(pool.get("zones").map(ZonesSection::read).orElse(null));
  }

  /** Notes a problem when backends shall be probed at a port that have none. */
  public static void portless(
      @Nullable HealthConfig health, List<BackendConfig> backends, Value pool) {
    if (health != null
        && health.port() != 0
        && backends.stream().anyMatch(backend -> backend.address().isUnix())) {
      pool.reading()
          .problem(
              pool.path() + ".health.port",
              health.port() + ", with a Unix socket",
              "no port",
              "a socket has none: it is probed where it is");
    }
  }

  /** Tells whether a feature is switched off. */
  static boolean isOff(Value value) {
    return value.isWord("off") || value.isWord("false");
  }
}
