package io.clockwise.config.read.placement;

import io.clockwise.config.read.form.NameText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.placement.RedisClusterSlot;
import io.clockwise.model.placement.VertxConsistentHashing;
import io.clockwise.model.placement.limits.SlotRange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The parameters of Redis and Vert.x. */
final class OtherAlgorithms {
  private OtherAlgorithms() {}

  static void addTo(Map<String, Algorithm> all) {
    all.put(RedisClusterSlot.DEFAULT.algorithm(), (fields, placement) -> redis(fields));
    all.put(VertxConsistentHashing.DEFAULT.algorithm(), (fields, placement) -> vertx(fields));
  }

  private static RedisClusterSlot redis(Fields fields) {
    return new RedisClusterSlot(fields.get("ranges").map(OtherAlgorithms::ranges).orElse(Map.of()));
  }

  private static Map<String, String> ranges(Value value) {
    Map<String, String> ranges = new LinkedHashMap<>();
    value
        .fields("a mapping from ids of backends to slots, such as { a: \"0-5460,6000\" }")
        .entries()
        .forEach((id, slots) -> range(id, slots).ifPresent(text -> ranges.put(id, text)));
    return ranges;
  }

  private static Optional<String> range(String id, Value slots) {
    if (!NameText.isId(id)) {
      slots.reading().problem(slots.path(), "the key", NameText.ID, "");
    }
    Optional<String> text = slots.text(SlotRange.EXPECTED);
    if (text.isPresent() && SlotRange.parse(text.get()).isEmpty()) {
      slots.problem(SlotRange.EXPECTED, "");
    }
    return text;
  }

  private static VertxConsistentHashing vertx(Fields fields) {
    return new VertxConsistentHashing(
        fields.integer(
            "virtualNodes",
            1,
            VertxConsistentHashing.MAX_VIRTUAL_NODES,
            VertxConsistentHashing.DEFAULT.virtualNodes()));
  }
}
