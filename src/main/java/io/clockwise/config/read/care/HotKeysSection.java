package io.clockwise.config.read.care;

import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.read.form.DecimalText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key {@code hotKeys} of a pool: off, or a mapping. */
final class HotKeysSection {
  private static final String FORM = "off, or a mapping such as { spreadAbove: 5% }";
  private static final String SHARE = "a share above 0, such as 5%, 0.5% or 0.05";
  private static final int FEWEST = 2;
  private static final int MOST = 16;
  private static final int DECIMALS = 6;

  private HotKeysSection() {}

  /** Reads the rules; null: off. */
  static @Nullable HotKeysConfig read(Value value) {
    if (CareSection.isOff(value)) {
      return null;
    }
    Fields fields = value.fields(FORM);
    Optional<Double> share =
        fields.required("spreadAbove", SHARE, "").flatMap(HotKeysSection::share);
    int over = fields.integer("over", FEWEST, MOST, FEWEST);
    boolean names = fields.flag("names", false);
    fields.done();
    return share.map(known -> new HotKeysConfig(known, over, names)).orElse(null);
  }

  private static Optional<Double> share(Value value) {
    Optional<String> text = value.text(SHARE);
    Optional<BigDecimal> share =
        text.flatMap(DecimalText::parseShare)
            .filter(
                known ->
                    known.signum() > 0
                        && known.compareTo(BigDecimal.ONE) <= 0
                        && known.stripTrailingZeros().scale() <= DECIMALS);
    if (text.isPresent() && share.isEmpty()) {
      value.problem(SHARE, "");
    }
    return share.map(BigDecimal::doubleValue);
  }
}
