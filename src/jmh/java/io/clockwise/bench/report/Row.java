package io.clockwise.bench.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures of an algorithm over one pool.
 *
 * @param weights {@code equal} or {@code 1-5}
 * @param figures those that are measured
 * @param remark why some are not, or empty
 */
record Row(
    String algorithm, int backends, String weights, Map<Figure, Double> figures, String remark) {
  private static final String NONE = "";

  /** Returns the words for weights. */
  static String weights(boolean unequal) {
    return unequal ? "1-5" : "equal";
  }

  /** Returns a row without figures. */
  static Row without(String algorithm, int backends, String weights, String remark) {
    return new Row(algorithm, backends, weights, new EnumMap<>(Figure.class), remark);
  }

  /** Returns a figure as it is shown. */
  String text(Figure figure) {
    return figure.text(value(figure));
  }

  /** Returns a figure, or NaN. */
  double value(Figure figure) {
    return figures.getOrDefault(figure, Double.NaN);
  }

  /** Returns the first line of a file of rows. */
  static String csvHeader() {
    return Stream.of(
            Stream.of("algorithm", "backends", "weights"),
            Stream.of(Figure.values()).map(figure -> figure.name().toLowerCase(Locale.ROOT)),
            Stream.of("remark"))
        .flatMap(columns -> columns)
        .collect(Collectors.joining(","));
  }

  /** Returns the line of this row. */
  String csv() {
    List<String> cells = new ArrayList<>(List.of(algorithm, String.valueOf(backends), weights));
    for (Figure figure : Figure.values()) {
      cells.add(figures.containsKey(figure) ? text(figure) : NONE);
    }
    cells.add(remark.replace(',', ';').replace('\n', ' '));
    return String.join(",", cells);
  }

  /** Reads a line. */
  static Row ofCsv(String line) {
    String[] cells = line.split(",", -1);
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      String cell = cells[3 + figure.ordinal()];
      if (!cell.equals(NONE) && !cell.equals("-")) {
        figures.put(
            figure, cell.equals("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(cell));
      }
    }
    return new Row(
        cells[0], Integer.parseInt(cells[1]), cells[2], figures, cells[cells.length - 1]);
  }
}
