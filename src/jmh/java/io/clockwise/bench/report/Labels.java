package io.clockwise.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Finds places for the labels of marks, so that none covers a mark or another label. */
final class Labels {
  private static final double CHAR_WIDTH = 7.4;
  private static final double LINE_HEIGHT = 15;
  private static final double MARK = 6;
  private static final int DIRECTIONS = 24;
  private static final double FARTHEST = 400;

  /** A mark and its text. */
  record Mark(String text, double x, double y) {}

  /** A label where it fits: the box of its text. */
  record Label(Mark mark, double left, double top, double right, double bottom) {
    /** Returns the place of the box that is the nearest to the mark. */
    double anchorX() {
      return Math.max(left, Math.min(right, mark.x()));
    }

    /** Returns the same upward. */
    double anchorY() {
      return Math.max(top, Math.min(bottom, mark.y()));
    }

    /** Returns where the text stands. */
    double baseline() {
      return bottom - 4;
    }

    boolean covers(Label other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }

    boolean covers(Mark other) {
      return left < other.x() + MARK
          && other.x() - MARK < right
          && top < other.y() + MARK
          && other.y() - MARK < bottom;
    }
  }

  private final double left;
  private final double top;
  private final double right;
  private final double bottom;

  /** Makes places within these bounds. */
  Labels(double left, double top, double right, double bottom) {
    this.left = left;
    this.top = top;
    this.right = right;
    this.bottom = bottom;
  }

  /** Returns a label for each mark. */
  List<Label> place(List<Mark> marks) {
    List<Label> placed = new ArrayList<>();
    for (Mark mark : marks) {
      placed.add(place(mark, marks, placed));
    }
    return placed;
  }

  /* Farther and farther round the mark, to the right first. */
  private Label place(Mark mark, List<Mark> marks, List<Label> placed) {
    for (double distance = MARK + 2; distance < FARTHEST; distance += LINE_HEIGHT / 2) {
      for (int i = 0; i < DIRECTIONS; i++) {
        double angle = 2 * Math.PI * (i + 1) / 2 / DIRECTIONS * (i % 2 == 0 ? 1 : -1);
        Label label = label(mark, distance * Math.cos(angle), distance * Math.sin(angle));
        if (fits(label)
            && placed.stream().noneMatch(label::covers)
            && marks.stream().noneMatch(label::covers)) {
          return label;
        }
      }
    }
    return label(mark, MARK + 2, 0);
  }

  private static Label label(Mark mark, double dx, double dy) {
    double width = CHAR_WIDTH * mark.text().length();
    double x = mark.x() + dx - (dx < 0 ? width : 0);
    double y = mark.y() + dy - LINE_HEIGHT / 2;
    return new Label(mark, x, y, x + width, y + LINE_HEIGHT);
  }

  private boolean fits(Label label) {
    return label.left >= left + 2
        && label.right <= right + MARK
        && label.top >= top
        && label.bottom <= bottom - 2;
  }
}
