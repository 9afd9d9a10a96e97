package io.clockwise.config;

import io.clockwise.config.text.DurationText;
import io.clockwise.config.text.EnumText;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is done about backends that are dead, slow, cold or overloaded, as its document says it. */
final class EffectiveCare {
  private static final String OFF = "off";

  private EffectiveCare() {}

  /** Adds the keys of a pool. */
  static void put(CareConfig care, Map<String, Object> pool) {
    pool.put("health", health(care.health()));
    pool.put("outlier", outlier(care.outlier()));
    pool.put("whenNoneUsable", EnumText.of(care.whenNoneUsable()));
    pool.put("loadBound", loadBound(care.loadBound()));
    pool.put("slowStart", slowStart(care.slowStart()));
    pool.put("hotKeys", hotKeys(care.hotKeys()));
  }

  private static Object health(@Nullable HealthConfig health) {
    if (health == null) {
      return OFF;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    if (health.probe() instanceof HealthConfig.Http http) {
      map.put("http", http(http));
    } else if (health.probe() instanceof HealthConfig.Grpc grpc) {
      map.put("grpc", Map.of("service", EffectiveConfig.text(grpc.service())));
    } else {
      map.put("tcp", Map.of());
    }
    map.put("interval", DurationText.of(health.interval()));
    map.put("timeout", DurationText.of(health.timeout()));
    map.put("rise", health.rise());
    map.put("fall", health.fall());
    map.put("initial", EnumText.of(health.initial()));
    map.put("port", health.port());
    return map;
  }

  private static Map<String, Object> http(HealthConfig.Http http) {
    Map<String, Object> headers = new LinkedHashMap<>();
    http.headers().forEach((name, value) -> headers.put(name, EffectiveConfig.text(value)));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("method", EffectiveConfig.text(http.method()));
    map.put("path", EffectiveConfig.text(http.path()));
    map.put("host", http.host());
    map.put("headers", headers);
    map.put(
        "expect",
        http.expect().stream().map(EffectiveCare::range).collect(Collectors.joining(",")));
    map.put("body", EffectiveConfig.text(http.body()));
    return map;
  }

  private static String range(HealthConfig.StatusRange range) {
    return range.first() == range.last()
        ? Integer.toString(range.first())
        : range.first() + "-" + range.last();
  }

  private static Object outlier(@Nullable OutlierConfig outlier) {
    if (outlier == null) {
      return OFF;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("consecutiveFailures", outlier.consecutiveFailures());
    map.put("distinctKeys", outlier.distinctKeys());
    map.put("eject", DurationText.of(outlier.eject()));
    map.put("maxEject", DurationText.of(outlier.maxEject()));
    map.put("maxEjectedShare", number(outlier.maxEjectedShare()));
    map.put("slowFactor", number(outlier.slowFactor()));
    return map;
  }

  private static Object loadBound(@Nullable LoadBoundConfig bound) {
    if (bound == null) {
      return OFF;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("bound", number(bound.percent() / 100.0));
    map.put("floor", bound.floor());
    return map;
  }

  private static Map<String, Object> slowStart(SlowStartConfig slowStart) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("window", DurationText.of(slowStart.window()));
    map.put("curve", EnumText.of(slowStart.curve()));
    return map;
  }

  /** Returns a share as the document has it, such as {@code 5%}. */
  static String percent(double share) {
    BigDecimal percent = BigDecimal.valueOf(share).movePointRight(2);
    return percent.stripTrailingZeros().toPlainString() + "%";
  }

  private static Object hotKeys(@Nullable HotKeysConfig hotKeys) {
    if (hotKeys == null) {
      return OFF;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("spreadAbove", percent(hotKeys.spreadAbove()));
    map.put("over", hotKeys.over());
    map.put("names", hotKeys.names());
    return map;
  }

  /** Returns which zone is the own one. */
  static Object zones(@Nullable ZonesConfig zones) {
    if (zones == null) {
      return OFF;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("own", EffectiveConfig.text(zones.own()));
    map.put("overflowBelow", number(zones.overflowBelow()));
    return map;
  }

  /** Returns a number without a point where it needs none. */
  private static Object number(double value) {
    return value == Math.rint(value) ? (Object) (int) value : (Object) value;
  }
}
