package io.clockwise.proxy.wire.octet;

/** A host with an optional port (RFC 9110 section 7.2, RFC 3986 section 3.2.2). */
public final class Authority {
  private static final int GROUPS = 8;
  private static final int PORT_DIGITS = 5;
  private static final int HIGHEST_PORT = 65_535;

  private Authority() {}

  /** Tells whether bytes are one; an IPv6 address stands in brackets. */
  public static boolean isHost(byte[] bytes, int from, int to) {
    if (from >= to) {
      return false;
    }
    int end;
    if (bytes[from] == '[') {
      end = from;
      while (end < to && bytes[end] != ']') {
        end++;
      }
      if (end == to || !isIpv6(bytes, from + 1, end)) {
        return false;
      }
      end++;
    } else {
      int seen = 0;
      end = from;
      while (end < to && Octets.is(bytes[end], Octets.REG_NAME)) {
        seen |= Octets.of(bytes[end++]);
      }
      if (end == from || (seen & Octets.NOTABLE) != 0 && !Octets.hasEscapesOnly(bytes, from, end)) {
        return false;
      }
    }
    return end == to || bytes[end] == ':' && (end + 1 == to || isPort(bytes, end + 1, to));
  }

  private static boolean isPort(byte[] bytes, int from, int to) {
    if (to - from > PORT_DIGITS) {
      return false;
    }
    int port = 0;
    for (int at = from; at < to; at++) {
      if (!Octets.isDigit(bytes[at])) {
        return false;
      }
      port = port * 10 + bytes[at] - '0';
    }
    return port <= HIGHEST_PORT;
  }

  /** Tells whether bytes are an IPv6 address without a zone (RFC 4291 section 2.2). */
  public static boolean isIpv6(byte[] bytes, int from, int to) {
    int groups = 0;
    boolean shortened = false;
    int at = from;
    if (to - from >= 2 && bytes[from] == ':') {
      if (bytes[from + 1] != ':') {
        return false;
      }
      shortened = true;
      at = from + 2;
      if (at == to) {
        return true;
      }
    }
    while (true) {
      int digits = 0;
      while (at + digits < to && digits < 5 && Octets.is(bytes[at + digits], Octets.HEX)) {
        digits++;
      }
      if (at + digits < to && bytes[at + digits] == '.') {
        groups += 2;
        return isIpv4(bytes, at, to) && isWhole(groups, shortened);
      }
      if (digits == 0 || digits > 4) {
        return false;
      }
      groups++;
      at += digits;
      if (at == to) {
        return isWhole(groups, shortened);
      }
      if (bytes[at++] != ':' || at == to) {
        return false;
      }
      if (bytes[at] == ':') {
        if (shortened) {
          return false;
        }
        shortened = true;
        if (++at == to) {
          return isWhole(groups, true);
        }
      }
    }
  }

  private static boolean isWhole(int groups, boolean shortened) {
    return shortened ? groups < GROUPS : groups == GROUPS;
  }

  private static boolean isIpv4(byte[] bytes, int from, int to) {
    int at = from;
    for (int part = 0; part < 4; part++) {
      if (part > 0 && (at == to || bytes[at++] != '.')) {
        return false;
      }
      int begin = at;
      int value = 0;
      while (at < to && at - begin < 3 && Octets.isDigit(bytes[at])) {
        value = value * 10 + bytes[at++] - '0';
      }
      boolean zeroFirst = at - begin > 1 && bytes[begin] == '0';
      if (at == begin || value > 255 || zeroFirst) {
        return false;
      }
    }
    return at == to;
  }
}
