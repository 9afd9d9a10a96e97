package io.clockwise.config.read;

import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.HaproxySettings.Input;
import io.clockwise.model.placement.HaproxySettings.KeyHash;
import io.clockwise.model.placement.PlacementSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The settings of every algorithm that there is, found through the sealed types. */
final class EveryAlgorithm {
  /** What stands for the default of a parameter that has none. */
  static final String REQUIRED = "required";

  private EveryAlgorithm() {}

  /** Returns the default settings of each. */
  static List<PlacementSettings> defaults() {
    List<PlacementSettings> all = new ArrayList<>();
    collect(PlacementSettings.class, all);
    return all;
  }

  private static void collect(Class<?> type, List<PlacementSettings> into) {
    if (type.isSealed()) {
      Arrays.stream(type.getPermittedSubclasses()).forEach(sub -> collect(sub, into));
      return;
    }
    boolean bare = type.getRecordComponents().length == 0;
    try {
      into.add(
          (PlacementSettings)
              (bare
                  ? type.getDeclaredConstructor().newInstance()
                  : type.getDeclaredField("DEFAULT").get(null)));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " has no default", e);
    }
  }

  /** Returns the parameters with their defaults, those that only some inputs have included. */
  static Map<String, Object> parameters(PlacementSettings defaults) {
    Map<String, Object> all = new TreeMap<>();
    if (defaults instanceof HaproxySettings) {
      for (Input.Kind kind : Input.Kind.values()) {
        Input input = new Input(kind, false, 0, 0, REQUIRED);
        KeyHash hash = new KeyHash(HaproxySettings.Function.SDBM, false, input);
        all.putAll(new HaproxySettings.MapBased(hash).parameters());
      }
    }
    all.putAll(defaults.parameters());
    return all;
  }
}
