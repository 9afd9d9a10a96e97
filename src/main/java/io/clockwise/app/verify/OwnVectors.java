package io.clockwise.app.verify;

import io.clockwise.model.placement.OwnSettings.Anchor;
import io.clockwise.model.placement.OwnSettings.HrwWeighted;
import io.clockwise.model.placement.OwnSettings.Jump;
import io.clockwise.model.placement.OwnSettings.MultiProbe;
import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.placement.build.Placements;
import io.vertx.core.json.JsonArray;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The vector files of our own algorithms. */
final class OwnVectors {
  /** The rules by the names of their algorithms. */
  static final Map<String, Subjects.Rule> RULES =
      Map.of(
          "slots", OwnVectors::slots,
          "multi-probe", OwnVectors::multiProbe,
          "hrw-weighted", config -> Subject.Placed.of(new HrwWeighted(), names(config)),
          "jump", OwnVectors::jump,
          "anchor", OwnVectors::anchor);

  private OwnVectors() {}

  private static Topology names(Fields config) throws VectorFault {
    return Topology.of(Node.all(config), Node::name);
  }

  private static Subject slots(Fields config) throws VectorFault {
    int count = config.whole("slots", Slots.MIN_COUNT, Slots.MAX_COUNT);
    if (Integer.bitCount(count) != 1) {
      throw Fields.unexpected(config.path("slots"), count, "a power of two");
    }
    Optional<String> digest = config.textIfAny("digest");
    if (digest.isPresent() && !digest.get().matches("[0-9a-f]{16}")) {
      throw Fields.unexpected(config.path("digest"), digest.get(), "16 hexadecimal digits");
    }
    Slots settings = new Slots(count, thousandths(config), config.text("seed"));
    return Subject.Placed.of(settings, names(config)).withDigest(digest);
  }

  private static int thousandths(Fields config) throws VectorFault {
    double slack = config.number("slack");
    BigDecimal thousandths = BigDecimal.valueOf(slack).movePointRight(3).stripTrailingZeros();
    if (thousandths.scale() > 0 || slack < 0 || slack > Slots.MAX_SLACK / 1000.0) {
      throw Fields.unexpected(
          config.path("slack"), slack, "0 to 1 with at most three digits behind the point");
    }
    return thousandths.intValueExact();
  }

  private static Subject multiProbe(Fields config) throws VectorFault {
    int probes = config.whole("probes", 1, MultiProbe.MAX_PROBES);
    return Subject.Placed.of(new MultiProbe(probes), names(config));
  }

  private static Subject jump(Fields config) throws VectorFault {
    config.textIfAny("key"); // for people: what a key is
    int buckets = config.whole("buckets", 1, Integer.MAX_VALUE);
    return buckets > Placements.MAX_MEMBERS
        ? new Subject.JumpBuckets(buckets)
        : Subject.Placed.of(new Jump(), Topology.numbered(buckets)).withNumbers(true);
  }

  private static Subject anchor(Fields config) throws VectorFault {
    int capacity = config.whole("capacity", 1, Anchor.MAX_CAPACITY);
    int working = config.whole("working", 1, capacity);
    JsonArray array = config.array("removed");
    List<Integer> removed = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      String path = config.path("removed") + '[' + i + ']';
      int bucket = Fields.whole(path, array.getValue(i), 0, working - 1);
      if (removed.contains(bucket)) {
        throw new VectorFault(path + ": bucket " + bucket + " is removed already");
      }
      removed.add(bucket);
    }
    if (removed.size() == working) {
      throw new VectorFault(config.path("removed") + ": all buckets; one at least has to stay");
    }
    return new Subject.AnchorBuckets(capacity, working, removed);
  }
}
