package io.clockwise.config.read.form;

import io.clockwise.config.read.node.Value;
import java.math.BigDecimal;
import java.util.Optional;

/** A share above 0, to 1: {@code 5%}, {@code 0.5%} or {@code 0.05}. */
public final class ShareText {
  /** How it is written. */
  public static final String FORM = "a share above 0, such as 5%, 0.5% or 0.05";

  private static final int DECIMALS = 6;

  private ShareText() {}

  /** Reads one; empty: it is none, which was told. */
  public static Optional<Double> read(Value value) {
    Optional<String> text = value.text(FORM);
    Optional<BigDecimal> share =
        text.flatMap(DecimalText::parseShare)
            .filter(
                known ->
                    known.signum() > 0
                        && known.compareTo(BigDecimal.ONE) <= 0
                        && known.stripTrailingZeros().scale() <= DECIMALS);
    if (text.isPresent() && share.isEmpty()) {
      value.problem(FORM, "");
    }
    return share.map(BigDecimal::doubleValue);
  }
}
