package io.clockwise.bench.report;

import java.util.List;
import java.util.Locale;

/** Balance against keys moved: one mark for each algorithm, the best in the lower left corner. */
final class BalancePicture {
  /*
   * Both axes are logarithms of what is too much: of the load above the mean, of the keys moved
   * above the necessary. What is below a thousandth (nothing, often) stands on the axis.
   */
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 700;
  private static final int LEFT = 120;
  private static final int RIGHT = 40;
  private static final int TOP = 60;
  private static final int BOTTOM = 80;
  private static final int MIN_DECADE = -3;
  private static final int MAX_DECADE = 2;

  private final StringBuilder svg = new StringBuilder();

  private BalancePicture() {}

  /** Draws the rows of so many backends of equal weight. */
  static BalancePicture of(List<Row> rows, int backends) {
    BalancePicture picture = new BalancePicture();
    picture.open(backends);
    picture.grid();
    Labels labels = new Labels(LEFT, TOP, WIDTH - RIGHT, HEIGHT - BOTTOM);
    List<Labels.Mark> marks =
        rows.stream()
            .filter(row -> row.backends() == backends && row.weights().equals(Row.weights(false)))
            .filter(row -> Double.isFinite(moved(row)) && row.value(Figure.MAX_OVER_MEAN) > 0)
            .map(row -> new Labels.Mark(row.algorithm(), x(row), y(row)))
            .toList();
    labels.place(marks).forEach(picture::label);
    marks.forEach(picture::mark);
    picture.svg.append("</svg>\n");
    return picture;
  }

  /** Returns the worse of adding and removing. */
  private static double moved(Row row) {
    return Math.max(row.value(Figure.ADD), row.value(Figure.REMOVE));
  }

  private static double x(Row row) {
    return LEFT + part(row.value(Figure.MAX_OVER_MEAN) - 1) * (WIDTH - LEFT - RIGHT);
  }

  private static double y(Row row) {
    return HEIGHT - BOTTOM - part(moved(row) - 1) * (HEIGHT - TOP - BOTTOM);
  }

  /** Returns where on an axis a value is, 0 to 1. */
  private static double part(double excess) {
    double decade = Math.log10(Math.max(excess, 1e-9));
    double part = (decade - MIN_DECADE) / (MAX_DECADE - MIN_DECADE);
    return Math.max(0, Math.min(1, part));
  }

  private void open(int backends) {
    add("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d'", WIDTH, HEIGHT);
    add(" font-family='sans-serif' font-size='13' fill='#222' role='img'>\n");
    add("<title>Balance and moved keys of placements</title>\n");
    add("<rect width='%d' height='%d' fill='#fff'/>\n", WIDTH, HEIGHT);
    text(
        WIDTH / 2.0,
        32,
        "middle",
        "font-size='18'",
        backends + " backends of equal weight (bold: algorithms of our own)");
    text(
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 24,
        "middle",
        "",
        "the fullest backend has more than the mean by");
    add("<g transform='translate(24 %d) rotate(-90)'>", (TOP + HEIGHT - BOTTOM) / 2);
    text(0, 0, "middle", "", "adding or removing one moves more keys than necessary by");
    add("</g>\n");
  }

  private void grid() {
    String[] names = {"0.1 % or less", "1 %", "10 %", "100 %", "x 11", "x 101"};
    for (int decade = MIN_DECADE; decade <= MAX_DECADE; decade++) {
      double part = part(Math.pow(10, decade));
      double x = LEFT + part * (WIDTH - LEFT - RIGHT);
      double y = HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
      line(x, TOP, x, HEIGHT - BOTTOM, "#ddd");
      line(LEFT, y, WIDTH - RIGHT, y, "#ddd");
      String name = names[decade - MIN_DECADE];
      text(x, HEIGHT - BOTTOM + 22, "middle", "", name);
      text(LEFT - 10, y + 4, "end", "", name);
    }
    line(LEFT, TOP, LEFT, HEIGHT - BOTTOM, "#222");
    line(LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, "#222");
  }

  private void mark(Labels.Mark mark) {
    String color = Subject.isOwn(mark.text()) ? "#0b6" : "#36c";
    add(
        "<circle cx='%.1f' cy='%.1f' r='4.5' fill='%s' stroke='#fff'/>\n",
        mark.x(), mark.y(), color);
  }

  private void label(Labels.Label label) {
    Labels.Mark mark = label.mark();
    line(mark.x(), mark.y(), label.anchorX(), label.anchorY(), "#999");
    String weight = Subject.isOwn(mark.text()) ? "font-weight='bold'" : "";
    text(label.left(), label.baseline(), "start", weight, mark.text());
  }

  private void line(double x1, double y1, double x2, double y2, String color) {
    add("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s'/>\n", x1, y1, x2, y2, color);
  }

  private void text(double x, double y, String anchor, String more, String text) {
    String safe = text.replace("&", "&amp;").replace("<", "&lt;");
    add("<text x='%.1f' y='%.1f' text-anchor='%s' %s>%s</text>\n", x, y, anchor, more, safe);
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }

  /** Returns the picture as SVG. */
  String svg() {
    return svg.toString();
  }
}
