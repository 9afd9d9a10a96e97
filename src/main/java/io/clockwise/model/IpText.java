package io.clockwise.model;

/**
 * The canonical text of an IP address: dotted decimal for IPv4, RFC 5952 for IPv6; an IPv4-mapped
 * address counts as IPv4.
 */
public final class IpText {
  /** The longest text, in chars. */
  public static final int MAX_LENGTH = 39;

  private static final int GROUPS = 8;
  private static final int MAPPED_PREFIX = 12;

  private IpText() {}

  /** Returns the text of an address of 4 or 16 bytes. */
  public static String of(byte[] address) {
    StringBuilder text = new StringBuilder(MAX_LENGTH);
    appendMasked(text, address, 32, 128);
    return text.toString();
  }

  /** Tells whether the address is IPv4 in IPv6 clothes: {@code ::ffff:0:0/96}. */
  public static boolean isMapped(byte[] address) {
    if (address.length != 16 || address[10] != (byte) 0xff || address[11] != (byte) 0xff) {
      return false;
    }
    for (int i = 0; i < 10; i++) {
      if (address[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Appends the text of an address with all bits behind the prefix of its family cleared. Allocates
   * nothing as long as the builder has room for {@value #MAX_LENGTH} chars.
   *
   * @param address 4 or 16 bytes
   * @param v4Prefix 0 to 32
   * @param v6Prefix 0 to 128
   */
  public static void appendMasked(StringBuilder into, byte[] address, int v4Prefix, int v6Prefix) {
    if (address.length == 4) {
      appendV4(into, address, 0, v4Prefix);
    } else if (isMapped(address)) {
      appendV4(into, address, MAPPED_PREFIX, v4Prefix);
    } else {
      appendV6(into, address, v6Prefix);
    }
  }

  private static void appendV4(StringBuilder into, byte[] address, int offset, int prefix) {
    for (int i = 0; i < 4; i++) {
      if (i > 0) {
        into.append('.');
      }
      into.append(masked(address[offset + i], prefix - 8 * i));
    }
  }

  /* The longest run of two or more zero groups becomes "::", the first one of equally long runs
  (RFC 5952 section 4.2); hexadecimal digits are small and without leading zeros (4.1, 4.3). */
  private static void appendV6(StringBuilder into, byte[] address, int prefix) {
    int runStart = -1;
    int runLength = 1;
    for (int i = 0; i < GROUPS; i++) {
      int length = zeroGroups(address, prefix, i);
      if (length > runLength) {
        runStart = i;
        runLength = length;
      }
    }
    for (int i = 0; i < GROUPS; i++) {
      if (i == runStart) {
        into.append("::");
        i += runLength - 1;
      } else {
        if (i > 0 && i != runStart + runLength) {
          into.append(':');
        }
        appendHex(into, group(address, prefix, i));
      }
    }
  }

  private static int zeroGroups(byte[] address, int prefix, int from) {
    int to = from;
    while (to < GROUPS && group(address, prefix, to) == 0) {
      to++;
    }
    return to - from;
  }

  private static int group(byte[] address, int prefix, int index) {
    return masked(address[2 * index], prefix - 16 * index) << 8
        | masked(address[2 * index + 1], prefix - 16 * index - 8);
  }

  private static void appendHex(StringBuilder into, int group) {
    boolean begun = false;
    for (int shift = 12; shift >= 0; shift -= 4) {
      int digit = group >>> shift & 0xf;
      begun |= digit != 0 || shift == 0;
      if (begun) {
        into.append(Character.forDigit(digit, 16));
      }
    }
  }

  /** Returns a byte, 0 to 255, with all but its first bits cleared. */
  private static int masked(byte value, int bits) {
    return value & 0xff & 0xff << 8 - Math.max(0, Math.min(8, bits));
  }
}
