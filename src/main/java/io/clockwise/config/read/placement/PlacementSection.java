package io.clockwise.config.read.placement;

import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.model.placement.PlacementSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The key {@code placement} of a pool: a mapping, or an algorithm alone. */
public final class PlacementSection {
  /** What a pool has that says nothing. */
  public static final PlacementSettings DEFAULT = Slots.DEFAULT;

  private static final Map<String, Algorithm> ALGORITHMS = algorithms();
  private static final List<String> NAMES = List.copyOf(ALGORITHMS.keySet());
  private static final String EXPECTED =
      "an algorithm such as slots, or a mapping such as { algorithm: slots }";

  private PlacementSection() {}

  private static Map<String, Algorithm> algorithms() {
    Map<String, Algorithm> all = new LinkedHashMap<>();
    OwnAlgorithms.addTo(all);
    SeedAlgorithms.addTo(all);
    NginxAlgorithms.addTo(all);
    HaproxyAlgorithms.addTo(all);
    EnvoyAlgorithms.addTo(all);
    KetamaAlgorithms.addTo(all);
    HrwAlgorithms.addTo(all);
    OtherAlgorithms.addTo(all);
    return Collections.unmodifiableMap(all);
  }

  /** Returns the names of all algorithms, our own first. */
  public static List<String> names() {
    return NAMES;
  }

  /** Reads the settings; those of the default after a problem with the algorithm's name. */
  public static PlacementSettings read(Value value) {
    if (value.isScalar()) {
      return value.choice(NAMES).map(name -> read(name, value.noFields(), value)).orElse(DEFAULT);
    }
    Fields fields = value.fields(EXPECTED);
    Optional<Value> algorithm = fields.get("algorithm");
    if (algorithm.isEmpty()) {
      return finish(DEFAULT.algorithm(), fields, value);
    }
    // without a known name the other keys belong to nobody knows what
    return algorithm.get().choice(NAMES).map(name -> finish(name, fields, value)).orElse(DEFAULT);
  }

  private static PlacementSettings finish(String name, Fields fields, Value value) {
    PlacementSettings settings = read(name, fields, value);
    fields.done();
    return settings;
  }

  private static PlacementSettings read(String name, Fields fields, Value value) {
    return Objects.requireNonNull(ALGORITHMS.get(name)).read(fields, value);
  }
}
