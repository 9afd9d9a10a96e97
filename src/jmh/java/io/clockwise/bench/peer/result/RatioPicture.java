package io.clockwise.bench.peer.result;

import io.clockwise.bench.peer.trial.Outcome;
import java.util.List;
import java.util.Locale;

/** Ratios of processor time as bars, a group for each trial; shorter is better. */
final class RatioPicture {
  private static final int WIDTH = 1000;
  private static final int LEFT = 210;
  private static final int RIGHT = 90;
  private static final int TOP = 70;
  private static final int BAR = 18;
  private static final int STEP = 24;
  private static final int GROUP = 44;
  private static final double LONGEST = 4;

  private final StringBuilder svg = new StringBuilder();
  private final Circumstances circumstances;
  private final double end;

  private RatioPicture(Circumstances circumstances, double end) {
    this.circumstances = circumstances;
    this.end = end;
  }

  /** Draws what was compared with one target by processor time. */
  static String of(Circumstances circumstances, List<Outcome> outcomes) {
    List<Outcome> drawn =
        outcomes.stream().filter(o -> o.hasCommonBase() && o.figure().isProcessorTime()).toList();
    double most =
        drawn.stream()
            .flatMap(outcome -> outcome.lines().stream())
            .mapToDouble(line -> line.ratio().high())
            .max()
            .orElse(1);
    RatioPicture picture =
        new RatioPicture(circumstances, Math.min(LONGEST, Math.max(1.5, most * 1.05)));
    picture.draw(drawn);
    return picture.svg.toString();
  }

  private void draw(List<Outcome> outcomes) {
    int rows = outcomes.stream().mapToInt(outcome -> outcome.lines().size() - 1).sum();
    int height = TOP + outcomes.size() * GROUP + rows * STEP + 40;
    add("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d'", WIDTH, height);
    add(" font-family='sans-serif' font-size='13' fill='#222' role='img'>\n");
    add("<title>Processor time of proxies</title>\n");
    add("<rect width='%d' height='%d' fill='#fff'/>\n", WIDTH, height);
    String base = outcomes.isEmpty() ? "" : outcomes.get(0).lines().get(0).base();
    text(
        WIDTH / 2.0,
        30,
        "middle",
        "font-size='18'",
        "Processor time for the same work, " + base + " = 1: shorter is better");
    for (double value = 0; value <= end; value += 0.5) {
      line(x(value), TOP - 14, x(value), height - 30, value == 1 ? "#222" : "#ddd", 1);
      text(x(value), TOP - 20, "middle", "", String.format(Locale.ROOT, "%.1f", value));
    }
    double y = TOP;
    for (Outcome outcome : outcomes) {
      text(16, y + 22, "start", "font-weight='bold'", outcome.title());
      y += GROUP - 12;
      for (Outcome.Line line : outcome.lines()) {
        if (!line.base().equals(line.label())) {
          bar(line, y);
          y += STEP;
        }
      }
      y += 12;
    }
    text(16, height - 10, "start", "", "bar: median of rounds; line: the middle half of them");
    add("</svg>\n");
  }

  private void bar(Outcome.Line line, double y) {
    double median = line.ratio().median();
    double middle = y + BAR / 2.0;
    String color = circumstances.isOwn(line.label()) ? "#0b6" : "#36c";
    text(LEFT - 10, middle + 5, "end", "", line.label());
    add(
        "<rect class='bar' x='%d' y='%.1f' width='%.1f' height='%d' fill='%s'/>\n",
        LEFT, y, x(median) - LEFT, BAR, color);
    line(x(line.ratio().low()), middle, x(line.ratio().high()), middle, "#222", 2);
    double right = Math.max(x(median), x(line.ratio().high()));
    text(right + 8, middle + 5, "start", "", String.format(Locale.ROOT, "%.2f", median));
  }

  private double x(double value) {
    return LEFT + Math.min(value, end) / end * (WIDTH - LEFT - RIGHT);
  }

  private void line(double x1, double y1, double x2, double y2, String color, int width) {
    add(
        "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s' stroke-width='%d'/>\n",
        x1, y1, x2, y2, color, width);
  }

  private void text(double x, double y, String anchor, String more, String text) {
    String safe = text.replace("&", "&amp;").replace("<", "&lt;");
    add("<text x='%.1f' y='%.1f' text-anchor='%s' %s>%s</text>\n", x, y, anchor, more, safe);
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }
}
