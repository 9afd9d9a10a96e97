package io.clockwise.route.affinity;

import java.util.List;

/**
 * The cookies in the request field {@code Cookie}, one after the other: {@code a=1; b="2"} (RFC
 * 6265 section 4.2). Names are compared byte for byte; a value goes up to the next semicolon,
 * quoted or not.
 */
public final class CookieCrumbs {
  /** What takes parts of a text. */
  @FunctionalInterface
  public interface Parts {
    /** Takes the next one. */
    void take(int from, int to);
  }

  private CharSequence text = "";
  private int next;
  private int start;
  private int nameFrom;
  private int nameTo;
  private int valueFrom;
  private int end;

  /** Begins with the first one of a text. */
  public CookieCrumbs over(CharSequence cookies) {
    text = cookies;
    next = 0;
    return this;
  }

  /** Goes to the next one; false: there is none. */
  public boolean next() {
    int length = text.length();
    if (next > length) {
      return false;
    }
    start = next;
    int stop = start;
    int equals = -1;
    while (stop < length && text.charAt(stop) != ';') {
      if (equals < 0 && text.charAt(stop) == '=') {
        equals = stop;
      }
      stop++;
    }
    end = stop;
    next = stop + 1;
    nameFrom = skipBlanks(start, stop);
    nameTo = equals < 0 ? nameFrom : cutBlanks(nameFrom, equals);
    valueFrom = equals < 0 ? stop : skipBlanks(equals + 1, stop);
    return true;
  }

  private int skipBlanks(int from, int stop) {
    int at = from;
    while (at < stop && isBlank(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private int cutBlanks(int from, int stop) {
    int at = stop;
    while (at > from && isBlank(text.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  /** Tells whether it has a name. */
  public boolean isNamed(String name) {
    int length = name.length();
    if (nameTo - nameFrom != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text.charAt(nameFrom + i) != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean isNamed(List<String> names) {
    for (int i = 0; i < names.size(); i++) { // by index: an iterator would be an allocation
      if (isNamed(names.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Returns where its value begins, behind a quote. */
  public int valueFrom() {
    return isQuoted() ? valueFrom + 1 : valueFrom;
  }

  /** Returns where its value has ended, before a quote. */
  public int valueTo() {
    int to = cutBlanks(valueFrom, end);
    return isQuoted() ? to - 1 : to;
  }

  /** Returns where its value begins, with its quote. */
  public int rawFrom() {
    return valueFrom;
  }

  /** Returns where its value has ended, with its quote. */
  public int rawTo() {
    return cutBlanks(valueFrom, end);
  }

  private boolean isQuoted() {
    int to = cutBlanks(valueFrom, end);
    return to - valueFrom >= 2 && text.charAt(valueFrom) == '"' && text.charAt(to - 1) == '"';
  }

  /** Tells whether its value is also what stands elsewhere in the text. */
  boolean sameValue(int from, int to) {
    int own = valueFrom();
    if (valueTo() - own != to - from) {
      return false;
    }
    for (int i = 0; i < to - from; i++) {
      if (text.charAt(own + i) != text.charAt(from + i)) {
        return false;
      }
    }
    return true;
  }

  /** Tells whether one of these names is among the cookies of a text. */
  public boolean has(CharSequence cookies, List<String> names) {
    over(cookies);
    while (next()) {
      if (isNamed(names)) {
        return true;
      }
    }
    return false;
  }

  /** Hands on the parts of a text without the cookies of these names; none: nothing is left. */
  public void without(CharSequence cookies, List<String> names, Parts rest) {
    boolean begun = false;
    over(cookies);
    while (next()) {
      if (!isNamed(names)) {
        int from = begun ? start - 1 : nameFrom; // with the semicolon before it
        begun |= from < end;
        if (from < end) {
          rest.take(from, end);
        }
      }
    }
  }

  /** Returns a text without the cookies of these names; empty: nothing is left. */
  public static String without(String cookies, List<String> names) {
    CookieCrumbs crumbs = new CookieCrumbs();
    if (!crumbs.has(cookies, names)) {
      return cookies;
    }
    StringBuilder rest = new StringBuilder(cookies.length());
    crumbs.without(cookies, names, (from, to) -> rest.append(cookies, from, to));
    return rest.toString();
  }
}
