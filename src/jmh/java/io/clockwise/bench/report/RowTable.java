package io.clockwise.bench.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rows as text for a terminal, or for a page. */
final class RowTable {
  private RowTable() {}

  /** Returns all rows in columns. */
  static String text(List<Row> rows) {
    StringBuilder text = new StringBuilder(String.format("%-29s %5s %-5s", "algorithm", "n", "w"));
    for (Figure figure : Figure.values()) {
      text.append(String.format(" %9s", figure.title()));
    }
    text.append(System.lineSeparator());
    for (Row row : rows) {
      text.append(String.format("%-29s %5d %-5s", row.algorithm(), row.backends(), row.weights()));
      if (!row.figures().isEmpty()) {
        for (Figure figure : Figure.values()) {
          text.append(String.format(" %9s", row.text(figure)));
        }
      }
      text.append("  ").append(row.remark()).append(System.lineSeparator());
    }
    return text.toString();
  }

  /** Returns the table of a page: one line for each algorithm, for so many backends. */
  static String markdown(List<Row> rows, int backends) {
    List<Figure> figures = Stream.of(Figure.values()).filter(f -> f != Figure.SAMPLED).toList();
    StringBuilder text = new StringBuilder("| algorithm |");
    figures.forEach(figure -> text.append(' ').append(figure.title()).append(" |"));
    text.append(" max/mean, weights 1-5 |\n|---|").append("--:|".repeat(figures.size() + 1));
    text.append('\n');
    for (Row row : rows) {
      if (row.backends() == backends && row.weights().equals(Row.weights(false))) {
        text.append("| ").append(row.algorithm()).append(" | ");
        text.append(figures.stream().map(row::text).collect(Collectors.joining(" | ")));
        text.append(" | ").append(unequal(rows, row)).append(" |\n");
      }
    }
    return text.toString();
  }

  private static String unequal(List<Row> rows, Row equal) {
    return rows.stream()
        .filter(row -> row.algorithm().equals(equal.algorithm()))
        .filter(row -> row.backends() == equal.backends() && !row.weights().equals(equal.weights()))
        .map(row -> row.figures().isEmpty() ? row.remark() : row.text(Figure.MAX_OVER_MEAN))
        .findFirst()
        .orElse("-");
  }
}
