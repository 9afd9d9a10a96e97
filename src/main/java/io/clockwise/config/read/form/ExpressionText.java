package io.clockwise.config.read.form;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.clockwise.config.read.node.Value;
import java.util.Optional;
import java.util.regex.Matcher;

/** A regular expression that is matched in linear time. */
public final class ExpressionText {
  private static final long MOST_WORK = 2_000_000;
  private static final int LONGEST = 1_000;
  private static final java.util.regex.Pattern REPEAT =
      java.util.regex.Pattern.compile("\\{([0-9]{1,4})(?:,([0-9]{0,4}))?}");

  private ExpressionText() {}

  /** Reads one; empty after a problem. */
  public static Optional<Pattern> read(Value value, String expected) {
    Optional<String> text = value.text(expected);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    boolean tooLong = text.get().length() > LONGEST;
    if (tooLong || work(text.get()) > MOST_WORK) {
      String limit = "at most " + LONGEST + " characters";
      value.problem(expected, tooLong ? limit : "it is too large: lower its repeat counts");
      return Optional.empty();
    }
    try {
      return Optional.of(Pattern.compile(text.get()));
    } catch (PatternSyntaxException e) {
      value.problem(expected, String.valueOf(e.getDescription()));
      return Optional.empty();
    }
  }

  /**
   * Returns a bound on the size of the compiled expression: repeats are compiled by copying, so
   * nested ones multiply, and three of them could fill any heap.
   */
  private static long work(String pattern) {
    long work = pattern.length();
    Matcher repeat = REPEAT.matcher(pattern);
    while (repeat.find() && work <= MOST_WORK) {
      String most = repeat.group(2);
      long times = Long.parseLong(most == null || most.isEmpty() ? repeat.group(1) : most);
      work *= Math.max(1, Math.max(times, Long.parseLong(repeat.group(1))));
    }
    return work;
  }
}
