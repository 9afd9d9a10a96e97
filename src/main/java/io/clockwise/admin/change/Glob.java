package io.clockwise.admin.change;

/** A pattern of names in which {@code *} stands for any text and {@code ?} for one character. */
record Glob(String text) {

  /** Tells whether it has no mark: it means one name. */
  boolean isExact() {
    return text.indexOf('*') < 0 && text.indexOf('?') < 0;
  }

  /* Two indexes and one step back: linear for one star, never worse than the product of lengths. */
  /** Tells whether a name fits. */
  boolean matches(String name) {
    int at = 0;
    int in = 0;
    int star = -1;
    int after = 0;
    while (at < name.length()) {
      if (in < text.length() && text.charAt(in) == '*') {
        star = in++;
        after = at;
      } else if (in < text.length()
          && (text.charAt(in) == '?' || text.charAt(in) == name.charAt(at))) {
        in++;
        at++;
      } else if (star >= 0) {
        in = star + 1;
        at = ++after;
      } else {
        return false;
      }
    }
    while (in < text.length() && text.charAt(in) == '*') {
      in++;
    }
    return in == text.length();
  }
}
