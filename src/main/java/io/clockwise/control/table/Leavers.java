package io.clockwise.control.table;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.health.HealthView;
import io.clockwise.model.BackendHealth;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The backends that say themselves that they want no new keys, and are believed: half of a pool at
 * most, those first that said it first.
 */
final class Leavers {
  private record Leaver(String id, BackendHealth health) {}

  private Leavers() {}

  static Set<String> among(String pool, List<BackendConfig> backends, HealthView health) {
    return backends.stream()
        .map(each -> new Leaver(each.id(), known(health, pool, each.id())))
        .filter(each -> each.health().leaving())
        .sorted(
            Comparator.comparing((Leaver each) -> each.health().since()).thenComparing(Leaver::id))
        .limit(backends.size() / 2)
        .map(Leaver::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static BackendHealth known(HealthView health, String pool, String id) {
    BackendHealth known = health.of(pool, id);
    return known == null ? BackendHealth.UP : known;
  }
}
