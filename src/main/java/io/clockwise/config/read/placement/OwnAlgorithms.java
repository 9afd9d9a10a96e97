package io.clockwise.config.read.placement;

import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.placement.OwnSettings.Anchor;
import io.clockwise.model.placement.OwnSettings.HrwWeighted;
import io.clockwise.model.placement.OwnSettings.Jump;
import io.clockwise.model.placement.OwnSettings.Maglev;
import io.clockwise.model.placement.OwnSettings.MultiProbe;
import io.clockwise.model.placement.OwnSettings.Rendezvous;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.model.placement.RingHash;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The parameters of our own algorithms. */
final class OwnAlgorithms {
  private static final Pattern THOUSANDTHS = Pattern.compile("[01](\\.[0-9]{1,3})?");
  private static final String SLACK = "a number, 0 to 1, at most three decimals, such as 0.02";
  private static final String COUNT =
      "a power of two, " + Slots.MIN_COUNT + " to " + Slots.MAX_COUNT;

  private OwnAlgorithms() {}

  static void addTo(Map<String, Algorithm> all) {
    all.put(Slots.DEFAULT.algorithm(), (fields, placement) -> slots(fields));
    all.put(Ring.DEFAULT.algorithm(), (fields, placement) -> ring(fields));
    all.put(Maglev.DEFAULT.algorithm(), (fields, placement) -> maglev(fields));
    all.put(
        Rendezvous.DEFAULT.algorithm(),
        (fields, placement) -> new Rendezvous(Parameters.seed(fields)));
    all.put(MultiProbe.DEFAULT.algorithm(), (fields, placement) -> multiProbe(fields));
    all.put("hrw-weighted", Algorithm.fixed(new HrwWeighted()));
    all.put("jump", Algorithm.fixed(new Jump()));
    all.put(Anchor.DEFAULT.algorithm(), (fields, placement) -> anchor(fields));
  }

  private static Slots slots(Fields fields) {
    Slots normal = Slots.DEFAULT;
    int count = fields.get("count").map(OwnAlgorithms::count).orElse(normal.count());
    int slack = fields.get("slack").map(OwnAlgorithms::slack).orElse(normal.slackThousandths());
    return new Slots(count, slack, Parameters.seed(fields));
  }

  private static int count(Value value) {
    int count = value.integer(Slots.MIN_COUNT, Slots.MAX_COUNT, Slots.DEFAULT.count());
    if (Integer.bitCount(count) != 1) {
      value.problem(COUNT, "the next one is " + (Integer.highestOneBit(count) << 1));
      return Slots.DEFAULT.count();
    }
    return count;
  }

  private static int slack(Value value) {
    Optional<String> text = value.text(SLACK);
    if (text.isPresent() && THOUSANDTHS.matcher(text.get()).matches()) {
      int thousandths = new BigDecimal(text.get()).movePointRight(3).intValueExact();
      if (thousandths <= Slots.MAX_SLACK) {
        return thousandths;
      }
    }
    if (text.isPresent()) {
      value.problem(SLACK, "");
    }
    return Slots.DEFAULT.slackThousandths();
  }

  private static Ring ring(Fields fields) {
    RingHash hash = fields.word("hash", RingHash.class, Ring.DEFAULT.hash());
    int points =
        fields.integer("pointsPerWeight", 1, Ring.MAX_POINTS, Ring.DEFAULT.pointsPerWeight());
    return new Ring(hash, points);
  }

  private static Maglev maglev(Fields fields) {
    return new Maglev(Parameters.tableSize(fields, Maglev.DEFAULT.tableSize()));
  }

  private static MultiProbe multiProbe(Fields fields) {
    return new MultiProbe(
        fields.integer("probes", 1, MultiProbe.MAX_PROBES, MultiProbe.DEFAULT.probes()));
  }

  private static Anchor anchor(Fields fields) {
    return new Anchor(
        fields.integer("capacity", 1, Anchor.MAX_CAPACITY, Anchor.DEFAULT.capacity()));
  }
}
