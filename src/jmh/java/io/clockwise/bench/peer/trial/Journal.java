package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.figure.Figure;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Says what happens, while it happens, to whoever waits for the end. */
public final class Journal {
  private final Figure shown;

  /** Makes one that shows a figure of each round. */
  Journal(Figure shown) {
    this.shown = shown;
  }

  /** Says a line. */
  public static void say(String format, Object... values) {
    System.err.println("bench: " + String.format(Locale.ROOT, format, values));
  }

  void round(int round, int of, Map<String, Map<Figure, Double>> figures) {
    String values =
        figures.entrySet().stream()
            .map(entry -> entry.getKey() + " " + shown.text(entry.getValue().get(shown)))
            .collect(Collectors.joining(", "));
    say("  round %d of %d, %s: %s", round, of, shown.title(), values);
  }
}
