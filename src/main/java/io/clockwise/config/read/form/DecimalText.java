package io.clockwise.config.read.form;

import io.clockwise.config.read.node.Value;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/** Numbers with few decimals, and shares of a hundred. */
public final class DecimalText {
  private static final Pattern FORM = Pattern.compile("(0|[1-9][0-9]{0,5})(\\.[0-9]{1,6})?");

  private DecimalText() {}

  /**
   * Reads a number within bounds; empty after a problem.
   *
   * @param decimals that it may have
   */
  public static Optional<BigDecimal> read(
      Value value, BigDecimal least, BigDecimal most, int decimals, String expected) {
    Optional<String> text = value.text(expected);
    Optional<BigDecimal> number = text.flatMap(DecimalText::parse);
    if (number.isPresent()
        && number.get().stripTrailingZeros().scale() <= decimals
        && number.get().compareTo(least) >= 0
        && number.get().compareTo(most) <= 0) {
      return number;
    }
    text.ifPresent(wrong -> value.problem(expected, ""));
    return Optional.empty();
  }

  /** Returns a number, or a share such as {@code 5%}; empty: the text is neither. */
  public static Optional<BigDecimal> parseShare(String text) {
    return text.endsWith("%")
        ? parse(text.substring(0, text.length() - 1)).map(number -> number.movePointLeft(2))
        : parse(text);
  }

  private static Optional<BigDecimal> parse(String text) {
    return FORM.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
  }
}
