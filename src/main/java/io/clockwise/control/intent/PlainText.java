package io.clockwise.control.intent;

/** Text from outside, made fit for one line of a log or message. */
public final class PlainText {
  private PlainText() {}

  /** Returns the text with a question mark for each control or format character. */
  public static String of(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints().forEach(c -> plain.appendCodePoint(isPlain(c) ? c : '?'));
    return plain.toString();
  }

  private static boolean isPlain(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
