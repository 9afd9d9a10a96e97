package io.clockwise.admin.change;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.EffectiveConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.text.YamlText;
import io.clockwise.event.IntentState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the document would have to say for the overlay to be empty. */
final class OverlayText {
  private OverlayText() {}

  /** Returns the backends in effect of each pool that differs, as a part of a document. */
  static String yaml(IntentState state) {
    Map<String, Object> pools = new LinkedHashMap<>();
    for (String name : state.overlay().keySet()) {
      PoolConfig pool = state.effective().pools().get(name);
      if (pool != null) {
        List<Map<String, Object>> backends =
            pool.backends().stream()
                .filter(backend -> !isLeaving(state, name, backend))
                .map(EffectiveConfig::backend)
                .toList();
        pools.put(name, Map.of("backends", backends));
      }
    }
    return "# pools whose backends differ from the document; put this in their place\n"
        + YamlText.of(Map.of("pools", pools));
  }

  private static boolean isLeaving(IntentState state, String pool, BackendConfig backend) {
    var drain = state.head().drain(pool, backend.id());
    return drain != null && drain.terms().leaves();
  }
}
