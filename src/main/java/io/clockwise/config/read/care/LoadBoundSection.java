package io.clockwise.config.read.care;

import io.clockwise.config.LoadBoundConfig;
import io.clockwise.config.read.form.DecimalText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key {@code loadBound} of a pool: off, a factor, or a mapping. */
final class LoadBoundSection {
  private static final String BOUND = "a number, 1 to 100, at most two decimals, such as 1.25";
  private static final String FORM = "off, or " + BOUND + ", or a mapping { bound: 1.25 }";
  private static final BigDecimal MOST = BigDecimal.valueOf(100);
  private static final int MOST_FLOOR = 100_000;

  private LoadBoundSection() {}

  /** Reads the bound; null: off. */
  static @Nullable LoadBoundConfig read(Value value) {
    if (CareSection.isOff(value)) {
      return null;
    }
    if (value.isScalar()) {
      return percent(value, FORM)
          .map(percent -> new LoadBoundConfig(percent, LoadBoundConfig.FLOOR))
          .orElse(null);
    }
    Fields fields = value.fields(FORM);
    Optional<Integer> percent =
        fields.required("bound", BOUND, "").flatMap(given -> percent(given, BOUND));
    int floor = fields.integer("floor", 1, MOST_FLOOR, LoadBoundConfig.FLOOR);
    fields.done();
    return percent.map(known -> new LoadBoundConfig(known, floor)).orElse(null);
  }

  private static Optional<Integer> percent(Value value, String expected) {
    return DecimalText.read(value, BigDecimal.ONE, MOST, 2, expected)
        .map(bound -> bound.movePointRight(2).intValue());
  }
}
