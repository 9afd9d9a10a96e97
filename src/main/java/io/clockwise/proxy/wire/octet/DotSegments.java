package io.clockwise.proxy.wire.octet;

/**
 * Segments of a path that climb (RFC 3986 section 5.2.4). Encoded dots and slashes count as well: a
 * backend that decodes before it resolves would climb out of the path that was matched here.
 */
public final class DotSegments {
  private DotSegments() {}

  /** Tells whether a path has one; its escapes are escapes. */
  public static boolean in(byte[] bytes, int from, int to) {
    int dots = 0;
    boolean other = true; // before the first slash there is no segment
    int at = from;
    while (at < to) {
      int octet = bytes[at++];
      if (octet == '%') {
        octet = plain(bytes[at], Octets.lower(bytes[at + 1]));
        at += 2;
      }
      if (octet == '/') {
        if (!other && dots > 0) {
          return true;
        }
        dots = 0;
        other = false;
      } else if (octet == '.') {
        dots++;
        other |= dots > 2;
      } else {
        other = true;
      }
    }
    return !other && dots > 0;
  }

  private static int plain(byte high, byte low) {
    if (high == '2' && low == 'e') {
      return '.';
    }
    return high == '2' && low == 'f' || high == '5' && low == 'c' ? '/' : 0;
  }
}
