package io.clockwise.config.read;

import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.util.List;
import java.util.Optional;

/**
 * The key {@code defaults}: what routes and pools leave out. They are read together with each route
 * and each pool, so that the same rules hold for them.
 *
 * @param routes what each route goes over
 * @param pools what each pool goes over
 */
record DefaultsSection(Optional<Value> routes, Optional<Value> pools) {
  private static final List<String> OF_A_ROUTE =
      List.of("name", "match", "pool", "pools", "backup", "redirect", "respond", "rewrite");
  private static final List<String> OF_A_POOL = List.of("backends");

  static DefaultsSection read(Optional<Value> value) {
    if (value.isEmpty()) {
      return new DefaultsSection(Optional.empty(), Optional.empty());
    }
    Fields fields = value.get().fields("a mapping with routes and pools");
    DefaultsSection defaults =
        new DefaultsSection(
            fields.get("routes").filter(part -> isUsable(part, OF_A_ROUTE)),
            fields.get("pools").filter(part -> isUsable(part, OF_A_POOL)));
    fields.done();
    return defaults;
  }

  private static boolean isUsable(Value part, List<String> own) {
    Fields fields = part.fields("a mapping such as { timeouts: { response: 5s } }");
    for (String key : own) {
      if (fields.has(key)) {
        fields
            .get(key)
            .ifPresent(
                value ->
                    value
                        .reading()
                        .problem(
                            value.path(),
                            "the key " + key,
                            "no such key",
                            "each says that itself"));
      }
    }
    return !fields.isBroken();
  }
}
