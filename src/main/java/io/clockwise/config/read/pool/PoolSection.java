package io.clockwise.config.read.pool;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.config.read.care.CareSection;
import io.clockwise.config.read.exchange.RetrySection;
import io.clockwise.config.read.exchange.TimeoutsSection;
import io.clockwise.config.read.form.NameText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.config.read.placement.PlacementSection;
import io.clockwise.config.read.session.ChangeBudgetSection;
import io.clockwise.config.read.session.SessionSection;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.limits.PlacementLimits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The key {@code pools}: names and, for each, backends and how they are treated. */
public final class PoolSection {
  private PoolSection() {}

  /**
   * Reads all pools by name, in the order of the document.
   *
   * @param defaults what each leaves out
   */
  public static Map<String, PoolConfig> readAll(Value value, Optional<Value> defaults) {
    Fields fields = value.fields("a mapping from pool names to pools");
    Map<String, PoolConfig> pools = new LinkedHashMap<>();
    fields
        .entries()
        .forEach(
            (name, pool) -> pools.put(name, read(name, defaults.map(pool::over).orElse(pool))));
    if (pools.isEmpty() && !fields.isBroken()) {
      value.problem("at least one pool with its backends", "");
    }
    return pools;
  }

  private static PoolConfig read(String name, Value value) {
    if (!NameText.isName(name)) {
      value.reading().problem(value.path(), "the pool name", NameText.NAME, "");
    }
    Fields fields = value.fields("a mapping with backends");
    int before = value.reading().findings().count();
    PlacementSettings placement =
        fields
            .get("placement")
            .map(Value::alone)
            .map(PlacementSection::read)
            .orElse(PlacementSection.DEFAULT);
    List<BackendConfig> backends =
        fields.get("backends").map(BackendSection::readAll).orElse(List.of());
    boolean placeable = value.reading().findings().count() == before;
    PoolConfig pool =
        new PoolConfig(
            placement,
            backends,
            SessionSection.read(fields),
            fields
                .get("connections")
                .map(ConnectionsSection::connections)
                .orElse(ConnectionsConfig.DEFAULT),
            fields.get("timeouts").map(TimeoutsSection::read).orElse(TimeoutsConfig.DEFAULT),
            fields.get("retry").map(RetrySection::read).orElse(RetryConfig.DEFAULT),
            fields.get("tls").map(TlsSection::read).orElse(null),
            CareSection.read(fields)
                .withAutoscale(fields.get("autoscale").map(AutoscaleSection::read).orElse(null)));
    TlsSection.nameless(pool.tls(), backends, value);
    ChangeBudgetSection.unstaged(pool, value);
    CareSection.portless(pool.care().health(), backends, value);
    fields.notYet("discover", "off");
    fields.done();
    if (placeable) {
      limits(pool, value);
    }
    return pool;
  }

  private static void limits(PoolConfig pool, Value value) {
    PlacementLimits.breaches(pool.placement(), pool.members())
        .forEach(
            breach ->
                value
                    .reading()
                    .problem(
                        value.path() + "." + breach.field(),
                        breach.given(),
                        breach.expected(),
                        breach.hint()));
  }
}
