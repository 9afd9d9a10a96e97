package io.clockwise.telemetry.accesslog;

import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The text of times, in ASCII, by the second: made once for each, as long as few are in use. */
final class SecondText {
  private static final int KEPT = 8; // requests do not end in the order of their start

  private final Function<Instant, String> form;
  private final long[] seconds = new long[KEPT];
  private final byte[] @Nullable [] texts = new byte[KEPT][];

  /** Makes one for a form of times. */
  SecondText(Function<Instant, String> form) {
    this.form = form;
  }

  /** Returns the text of RFC 3339 in UTC, but for the fraction and the zone. */
  static SecondText iso() {
    return new SecondText(
        second -> {
          String text = second.toString();
          return text.substring(0, text.length() - 1);
        });
  }

  /** Returns the text of the second in which this moment is. */
  byte[] of(long epochMillis) {
    long second = Math.floorDiv(epochMillis, 1000L);
    int place = (int) second & KEPT - 1;
    byte[] text = texts[place];
    if (text == null || seconds[place] != second) {
      text = LineBytes.ascii(form.apply(Instant.ofEpochSecond(second)));
      texts[place] = text;
      seconds[place] = second;
    }
    return text;
  }

  /** Appends the text of RFC 3339; whole seconds have no fraction. Only for {@link #iso}. */
  void appendIso(long epochMillis, LineBytes into) {
    into.raw(of(epochMillis));
    int millis = (int) Math.floorMod(epochMillis, 1000L);
    if (millis > 0) {
      into.fraction(millis);
    }
    into.raw('Z');
  }
}
