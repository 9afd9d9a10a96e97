package io.clockwise.proxy.wire;

import io.clockwise.proxy.wire.octet.Octets;

/**
 * The search for the end of a head that comes in several reads: it remembers where it has looked,
 * so that a head in many small parts costs no more than one look at each byte.
 */
public final class HeadEnd {
  private int seen;

  /** Begins the search for another end. */
  public void begin() {
    seen = 0;
  }

  /**
   * Tells whether it is worth while to parse: the bytes hold an empty line behind another, or a
   * line end that the parser refuses.
   *
   * @param from where the head begins; may change from call to call with the bytes
   * @param to where the bytes end for now
   */
  public boolean isIn(byte[] bytes, int from, int to) {
    int at = from + seen;
    while (at < to) {
      if (bytes[at] == Octets.LF) {
        boolean bare = at == from || bytes[at - 1] != Octets.CR;
        if (bare || isEmptyLine(bytes, from, at)) {
          return true; // again and again, until a new search begins
        }
      }
      at++;
    }
    seen = Math.max(seen, to - from);
    return false;
  }

  /* Empty lines before the first one that is not are none. */
  private static boolean isEmptyLine(byte[] bytes, int from, int lf) {
    if (lf - from < 3 || bytes[lf - 2] != Octets.LF) {
      return false;
    }
    for (int at = from; at < lf; at++) {
      if (bytes[at] != Octets.CR && bytes[at] != Octets.LF) {
        return true;
      }
    }
    return false;
  }
}
