package io.clockwise.bench.peer.result;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.trial.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Trials as a page shows them: all ratios in one table, then a table for each. */
final class MarkdownTables {
  private MarkdownTables() {}

  /** Returns all ratios to the first of the targets: a line for each trial, a column for each. */
  static String ratios(List<Outcome> outcomes) {
    List<Outcome> common = outcomes.stream().filter(Outcome::hasCommonBase).toList();
    List<String> labels =
        common.stream()
            .flatMap(o -> o.lines().stream())
            .map(Outcome.Line::label)
            .distinct()
            .toList();
    StringBuilder text = new StringBuilder(row("case", labels));
    text.append("|---|").append("--:|".repeat(labels.size())).append('\n');
    for (Outcome outcome : common) {
      List<String> cells = new ArrayList<>();
      for (String label : labels) {
        cells.add(
            outcome.lines().stream()
                .filter(line -> line.label().equals(label))
                .map(line -> cell(outcome, line))
                .findFirst()
                .orElse("-"));
      }
      text.append(row(outcome.name(), cells));
    }
    return text.toString();
  }

  private static String cell(Outcome outcome, Outcome.Line line) {
    if (!line.base().equals(line.label())) {
      return TextTable.ratio(line);
    }
    Figure figure = outcome.figure();
    return "1 = " + figure.text(line.figures().get(figure).median()) + " " + figure.title();
  }

  /** Returns the table of one trial. */
  static String details(Outcome outcome) {
    List<String> heads = new ArrayList<>(List.of("ratio"));
    outcome.shown().forEach(figure -> heads.add(figure.title()));
    heads.add("MiB (peak)");
    StringBuilder text = new StringBuilder();
    text.append("### ").append(outcome.name()).append("\n\n");
    text.append(outcome.title()).append("\n\n").append(row("", heads));
    text.append("|---|").append("--:|".repeat(heads.size())).append('\n');
    for (Outcome.Line line : outcome.lines()) {
      List<String> cells = new ArrayList<>(List.of(TextTable.ratio(line)));
      outcome.shown().forEach(f -> cells.add(TextTable.value(f, line.figures().get(f))));
      cells.add(TextTable.memory(line));
      text.append(row(line.label(), cells));
    }
    text.append('\n').append(TextTable.rounds(outcome)).append(".\n");
    if (!outcome.notes().isEmpty()) {
      text.append('\n');
    }
    outcome.notes().forEach(note -> text.append("* ").append(note).append('\n'));
    return text.append('\n').toString();
  }

  private static String row(String first, List<String> cells) {
    return String.format(
        Locale.ROOT, "| %s | %s |%n", first, cells.stream().collect(Collectors.joining(" | ")));
  }
}
