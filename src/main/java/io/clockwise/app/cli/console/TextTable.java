package io.clockwise.app.cli.console;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows under headings, as wide as their widest cell: ids are never cut, so that they can be copied.
 * Cells that are numbers stand to the right; columns without any cell are left out.
 */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  /** Makes a table without rows. */
  public TextTable(String... headings) {
    this.headings = List.of(headings);
  }

  /** Adds a row, one cell for each heading. */
  public void add(String... cells) {
    if (cells.length != headings.size()) {
      throw new IllegalArgumentException(cells.length + " cells for " + headings);
    }
    rows.add(Arrays.stream(cells).map(Shown::plain).toList());
  }

  /** Tells whether there is no row. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Prints headings and rows, each line behind an indent. */
  public void print(PrintWriter out, String indent) {
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < headings.size(); i++) {
      int column = i;
      if (rows.stream().anyMatch(row -> !row.get(column).isEmpty())) {
        columns.add(i);
      }
    }
    out.println((indent + line(headings, columns)).stripTrailing());
    rows.forEach(row -> out.println((indent + line(row, columns)).stripTrailing()));
  }

  private String line(List<String> cells, List<Integer> columns) {
    StringBuilder line = new StringBuilder();
    for (int column : columns) {
      String cell = cells.get(column);
      String blanks = " ".repeat(width(column) - length(cell));
      line.append(line.isEmpty() ? "" : GAP);
      line.append(isNumeric(column) ? blanks + cell : cell + blanks);
    }
    return line.toString();
  }

  private int width(int column) {
    int widest = length(headings.get(column));
    for (List<String> row : rows) {
      widest = Math.max(widest, length(row.get(column)));
    }
    return widest;
  }

  private boolean isNumeric(int column) {
    return rows.stream().map(row -> row.get(column)).allMatch(cell -> cell.matches("[0-9.%-]*"));
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
