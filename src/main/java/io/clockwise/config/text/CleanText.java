package io.clockwise.config.text;

/** Texts that can stand in a document: no control characters, no halves of a surrogate pair. */
public final class CleanText {
  private static final int DELETE = 0x7f;

  private CleanText() {}

  /** Tells whether a text is one. */
  public static boolean isClean(String text) {
    return text.codePoints()
        .allMatch(
            c ->
                c >= ' '
                    && c != DELETE
                    && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE));
  }
}
