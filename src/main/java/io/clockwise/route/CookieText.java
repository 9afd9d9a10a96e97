package io.clockwise.route;

/** The value of the request field {@code Cookie}: {@code a=1; b="2"} (RFC 6265 section 4.2). */
final class CookieText {
  private CookieText() {}

  /**
   * Finds the value of the first cookie of a name: quotes kept, outer blanks cut, up to the next
   * semicolon, quoted or not.
   *
   * @param name compared byte for byte
   * @return false when there is no such cookie or its value is empty
   */
  static boolean find(CharSequence cookies, String name, Extraction into) {
    for (int at = 0; at < cookies.length(); ) {
      int stop = Extraction.end(cookies, ';', at);
      int start = skipBlanks(cookies, at, stop);
      if (Extraction.begins(cookies, start, name)) {
        int equals = skipBlanks(cookies, start + name.length(), stop);
        if (equals < stop && cookies.charAt(equals) == '=') {
          int value = skipBlanks(cookies, equals + 1, stop);
          return into.found(cookies, value, cutBlanks(cookies, value, stop));
        }
      }
      at = stop + 1;
    }
    return false;
  }

  private static int skipBlanks(CharSequence text, int from, int stop) {
    int at = from;
    while (at < stop && isBlank(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static int cutBlanks(CharSequence text, int start, int stop) {
    int end = stop;
    while (end > start && isBlank(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
