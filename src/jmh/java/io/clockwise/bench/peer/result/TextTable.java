package io.clockwise.bench.peer.result;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.Spread;
import io.clockwise.bench.peer.trial.Outcome;
import java.util.Locale;

/** A trial as a terminal shows it: medians, and in brackets the quartiles. */
public final class TextTable {
  private TextTable() {}

  /** Returns the table. */
  public static String of(Outcome outcome) {
    StringBuilder text = new StringBuilder("\n");
    add(text, "%s: %s%n", outcome.name(), outcome.title());
    add(text, "%-34s %-20s", "", "ratio");
    outcome.shown().forEach(figure -> add(text, " %-22s", figure.title()));
    add(text, " %s%n", "MiB (peak)");
    for (Outcome.Line line : outcome.lines()) {
      add(text, "%-34s %-20s", line.label(), ratio(line));
      for (Figure figure : outcome.shown()) {
        add(text, " %-22s", value(figure, line.figures().get(figure)));
      }
      add(text, " %s%n", memory(line));
    }
    add(text, "%s%n", rounds(outcome));
    outcome.notes().forEach(note -> add(text, "note: %s%n", note));
    return text.toString();
  }

  static String rounds(Outcome outcome) {
    return String.format(
        Locale.ROOT,
        "%d rounds; load average %.1f before, %.1f behind",
        outcome.lines().get(0).values().size(),
        outcome.loadBefore(),
        outcome.loadAfter());
  }

  static String memory(Outcome.Line line) {
    double resident = line.memory().resident() / 1024.0;
    double peak = line.memory().peak() / 1024.0;
    return String.format(Locale.ROOT, "%.0f (%.0f)", resident, peak);
  }

  static String ratio(Outcome.Line line) {
    if (line.base().equals(line.label())) {
      return "1";
    }
    Spread ratio = line.ratio();
    return String.format(
        Locale.ROOT, "%.2f [%.2f-%.2f]", ratio.median(), ratio.low(), ratio.high());
  }

  static String value(Figure figure, Spread spread) {
    return figure.text(spread.median())
        + " ["
        + figure.text(spread.low())
        + "-"
        + figure.text(spread.high())
        + "]";
  }

  private static void add(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values));
  }
}
