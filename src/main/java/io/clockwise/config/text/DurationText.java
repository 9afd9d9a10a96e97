package io.clockwise.config.text;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: a whole number and a unit, {@code 250ms 10s 5m 8h}. */
public final class DurationText {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,12})(ms|s|m|h)");
  private static final long SECOND_MILLIS = 1_000;
  private static final long MINUTE_MILLIS = 60 * SECOND_MILLIS;
  private static final long HOUR_MILLIS = 60 * MINUTE_MILLIS;

  private DurationText() {}

  /** Reads a duration; empty when the text is none. */
  public static Optional<Duration> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(form.group(1));
    return Optional.of(
        switch (form.group(2)) {
          case "ms" -> Duration.ofMillis(amount);
          case "s" -> Duration.ofSeconds(amount);
          case "m" -> Duration.ofMinutes(amount);
          default -> Duration.ofHours(amount);
        });
  }

  /**
   * Writes a duration with the largest unit that leaves a whole number.
   *
   * @param duration not negative; what is finer than a millisecond is cut
   */
  public static String of(Duration duration) {
    long millis = duration.toMillis();
    if (millis == 0) {
      return "0s";
    }
    if (millis % HOUR_MILLIS == 0) {
      return millis / HOUR_MILLIS + "h";
    }
    if (millis % MINUTE_MILLIS == 0) {
      return millis / MINUTE_MILLIS + "m";
    }
    return millis % SECOND_MILLIS == 0 ? millis / SECOND_MILLIS + "s" : millis + "ms";
  }
}
