package io.clockwise.app.cli.console;

import io.clockwise.config.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.stream.Collectors;

/** Values of answers as people read them. */
public final class Shown {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private Shown() {}

  /** Returns a text without anything that a terminal obeys: others have written it. */
  public static String plain(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (isInert(c)) {
                plain.appendCodePoint(c);
              } else {
                plain.append(String.format("\\u%04x", c));
              }
            });
    return plain.toString();
  }

  /** Returns a text of several lines, each of them plain. */
  public static String lines(String text) {
    return text.lines().map(Shown::plain).collect(Collectors.joining(System.lineSeparator()));
  }

  private static boolean isInert(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  /** Returns a fraction of 1 as a percentage. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", share * 100);
  }

  /** Returns a duration in its two largest units: {@code 4m29s}. */
  public static String time(Duration duration) {
    long seconds = duration.plusMillis(999).toSeconds(); // nothing left is said at the end only
    if (seconds >= DAY) {
      return seconds / DAY + "d" + seconds % DAY / HOUR + "h";
    }
    if (seconds >= HOUR) {
      return seconds / HOUR + "h" + seconds % HOUR / MINUTE + "m";
    }
    return seconds >= MINUTE ? seconds / MINUTE + "m" + seconds % MINUTE + "s" : seconds + "s";
  }

  /** Returns a duration of an answer in its two largest units; what is none as it came. */
  public static String time(String text) {
    return DurationText.parse(text).map(Shown::time).orElse(text);
  }

  /** Returns a moment of an answer to the second; what is none as it came. */
  public static String moment(String text) {
    try {
      return Instant.parse(text).truncatedTo(ChronoUnit.SECONDS).toString();
    } catch (DateTimeParseException e) {
      return text;
    }
  }

  /** Returns a number with its noun. */
  public static String counted(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
