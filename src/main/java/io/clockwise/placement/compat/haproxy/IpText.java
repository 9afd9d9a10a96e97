package io.clockwise.placement.compat.haproxy;

/** Reads IP addresses from text without allocating. */
final class IpText {
  private static final int GROUPS = 8;

  private IpText() {}

  /** Returns the four bytes of an IPv4 address, the first one highest, or -1 if it is none. */
  static long v4(byte[] text, int from, int to) {
    long address = 0;
    int parts = 0;
    int digits = 0;
    int part = 0;
    for (int i = from; i < to; i++) {
      if (text[i] == '.' && digits > 0) {
        address = (address << 8) | part;
        parts++;
        digits = 0;
        part = 0;
      } else if (text[i] >= '0' && text[i] <= '9' && digits < 3) {
        part = part * 10 + (text[i] - '0');
        digits++;
      } else {
        return -1;
      }
      if (part > 255 || parts > 3) {
        return -1;
      }
    }
    return parts == 3 && digits > 0 ? (address << 8) | part : -1;
  }

  /** Returns how many of the eight groups of an IPv6 address are written, or -1 if it is none. */
  static int v6Groups(byte[] text, int from, int to) {
    int groups = 0;
    int gaps = 0;
    int at = from;
    while (at < to) {
      if (text[at] == ':') {
        boolean gap = at + 1 < to && text[at + 1] == ':';
        at += gap ? 2 : 1;
        boolean torn = gap ? ++gaps > 1 : groups == 0 || at == to;
        if (torn || (at < to && text[at] == ':')) {
          return -1;
        }
        continue;
      }
      int end = groupEnd(text, at, to);
      boolean embedded = end == to && v4(text, at, to) >= 0;
      if (!embedded && !isHex(text, at, end)) {
        return -1;
      }
      groups += embedded ? 2 : 1;
      at = end;
    }
    boolean complete = gaps == 0 ? groups == GROUPS : groups < GROUPS;
    return complete ? groups : -1;
  }

  /** Returns one half of an IPv6 address, of which so many groups are written. */
  static long v6Half(byte[] text, int from, int to, int written, boolean upper) {
    long half = 0;
    int index = 0;
    int at = from;
    while (at < to) {
      if (text[at] == ':') {
        boolean gap = at + 1 < to && text[at + 1] == ':';
        index += gap ? GROUPS - written : 0;
        at += gap ? 2 : 1;
        continue;
      }
      int end = groupEnd(text, at, to);
      long embedded = end == to ? v4(text, at, to) : -1;
      if (embedded >= 0) {
        half |= placed(embedded >>> 16, index++, upper);
        half |= placed(embedded & 0xffff, index++, upper);
      } else {
        half |= placed(hex(text, at, end), index++, upper);
      }
      at = end;
    }
    return half;
  }

  private static long placed(long group, int index, boolean upper) {
    return index < 4 == upper ? group << (16 * (3 - (index & 3))) : 0;
  }

  private static int groupEnd(byte[] text, int from, int to) {
    int end = from;
    while (end < to && text[end] != ':') {
      end++;
    }
    return end;
  }

  private static boolean isHex(byte[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (Character.digit(text[i], 16) < 0) {
        return false;
      }
    }
    return to - from <= 4;
  }

  private static long hex(byte[] text, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      value = (value << 4) | Character.digit(text[i], 16);
    }
    return value;
  }
}
