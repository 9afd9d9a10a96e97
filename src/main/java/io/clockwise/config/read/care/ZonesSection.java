package io.clockwise.config.read.care;

import io.clockwise.config.ZonesConfig;
import io.clockwise.config.read.form.DecimalText;
import io.clockwise.config.read.form.NameText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key {@code zones} of a pool: off, or a mapping. */
final class ZonesSection {
  private static final String FORM = "off, or a mapping such as { own: eu-1a }";
  private static final String SHARE = "a number above 0, at most 1, at most three decimals";
  private static final int DECIMALS = 3;
  private static final BigDecimal LEAST = BigDecimal.ONE.movePointLeft(DECIMALS);

  private ZonesSection() {}

  /** Reads them; null: off, as where the own zone is empty. */
  static @Nullable ZonesConfig read(Value value) {
    if (CareSection.isOff(value)) {
      return null;
    }
    Fields fields = value.fields(FORM);
    Optional<String> own = fields.required("own", NameText.ZONE, "").flatMap(NameText::zone);
    double below =
        fields
            .get("overflowBelow")
            .flatMap(given -> DecimalText.read(given, LEAST, BigDecimal.ONE, DECIMALS, SHARE))
            .map(BigDecimal::doubleValue)
            .orElse(ZonesConfig.OVERFLOW_BELOW);
    fields.done();
    return own.filter(name -> !name.isEmpty())
        .map(name -> new ZonesConfig(name, below))
        .orElse(null);
  }
}
