package io.clockwise.proxy.wire;

import io.clockwise.proxy.wire.octet.Octets;
import org.jspecify.annotations.Nullable;

/** The words of request lines and status lines (RFC 9112 sections 3 and 4). */
final class FirstLine {
  private static final String VERSION = "HTTP/d.d"; // d stands for a digit

  private FirstLine() {}

  /** Returns eight characters as {@link Octets#eight} reads them. */
  static long word(String eight) {
    long word = 0;
    for (int i = Long.BYTES - 1; i >= 0; i--) {
      word = word << 8 | eight.charAt(i);
    }
    return word;
  }

  /** Tells whether bytes are a text; by its case. */
  static boolean is(byte[] bytes, int from, int to, String text) {
    if (to - from != text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes[from + i] != (byte) text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Tells whether a method is one that no backend is asked for. */
  static boolean isUnserved(byte[] bytes, int from, int to) {
    return is(bytes, from, to, "TRACE") || is(bytes, from, to, "CONNECT");
  }

  /** Returns the bytes of the line that begins here, as far as they are there. */
  static int length(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != Octets.CR && bytes[at] != Octets.LF) {
      at++;
    }
    return at - from;
  }

  /** Tells whether bytes are a version of HTTP (RFC 9112 section 2.3), or the begin of one. */
  static boolean beginsVersion(byte[] bytes, int from, int to) {
    for (int i = 0; i < VERSION.length() && from + i < to; i++) {
      char wanted = VERSION.charAt(i);
      byte found = bytes[from + i];
      if (wanted == 'd' ? !Octets.isDigit(found) : found != wanted) {
        return false;
      }
    }
    return true;
  }

  /** Returns why bytes are not a version and a line end; null: they could become one. */
  static @Nullable HeadFault versionFault(byte[] bytes, int from, int to) {
    int end = from + VERSION.length();
    if (!beginsVersion(bytes, from, to)
        || end < to && bytes[end] != Octets.CR
        || end + 1 < to && bytes[end + 1] != Octets.LF) {
      return HeadFault.MALFORMED;
    }
    return end + 2 > to ? null : HeadFault.VERSION;
  }
}
