package io.clockwise.config;

import io.clockwise.config.text.DurationText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When standby backends are brought into service, in the shape of the document. */
final class EffectiveScale {
  private EffectiveScale() {}

  static Object autoscale(@Nullable AutoscaleConfig scale) {
    if (scale == null) {
      return "off";
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("target", scale.target());
    map.put("high", scale.high());
    map.put("low", scale.low());
    map.put("capacity", scale.capacity());
    map.put("interval", DurationText.of(scale.interval()));
    map.put("cooldown", DurationText.of(scale.cooldown()));
    map.put("step", scale.step());
    map.put("webhook", EffectiveConfig.text(scale.webhook()));
    return map;
  }
}
