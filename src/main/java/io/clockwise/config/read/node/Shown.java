package io.clockwise.config.read.node;

/** Text of a document as messages show it: quoted, cut, nothing in it that could fake a line. */
public final class Shown {
  private static final int LONGEST = 60;

  private Shown() {}

  /** Returns the text in double quotes, at most {@value #LONGEST} characters of it. */
  public static String quoted(String text) {
    return '"' + plain(text) + '"';
  }

  /** Returns the text without quotes, at most {@value #LONGEST} characters of it. */
  public static String plain(String text) {
    return plain(text, LONGEST);
  }

  static String plain(String text, int most) {
    StringBuilder shown = new StringBuilder();
    int[] points = text.codePoints().limit(most + 1L).toArray();
    for (int i = 0; i < Math.min(points.length, most); i++) {
      append(shown, points[i]);
    }
    return points.length > most ? shown.append("...").toString() : shown.toString();
  }

  private static void append(StringBuilder shown, int point) {
    switch (point) {
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      default -> {
        if (isInert(point)) {
          shown.appendCodePoint(point);
        } else {
          shown.append(String.format("\\u%04x", point));
        }
      }
    }
  }

  private static boolean isInert(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
