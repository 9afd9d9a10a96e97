package io.clockwise.health.check.probe;

import java.time.Duration;

/** Durations as the document writes them: {@code 250ms}, {@code 2s}. */
public final class TimeText {
  private TimeText() {}

  /** Returns the text of a duration, in whole milliseconds. */
  public static String of(Duration duration) {
    long millis = duration.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }
}
