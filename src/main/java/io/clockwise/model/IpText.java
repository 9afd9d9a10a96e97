package io.clockwise.model;

/** The canonical text of an IP address: dotted decimal for IPv4, RFC 5952 for IPv6. */
public final class IpText {
  private IpText() {}

  /** Returns the text of an address of 4 or 16 bytes. */
  public static String of(byte[] address) {
    return address.length == 4 ? v4(address) : v6(address);
  }

  private static String v4(byte[] a) {
    return (a[0] & 0xff) + "." + (a[1] & 0xff) + "." + (a[2] & 0xff) + "." + (a[3] & 0xff);
  }

  private static String v6(byte[] a) {
    int[] groups = new int[8];
    for (int i = 0; i < 8; i++) {
      groups[i] = (a[2 * i] & 0xff) << 8 | a[2 * i + 1] & 0xff;
    }
    int runStart = -1;
    int runLength = 1; // a single zero group is never shortened (RFC 5952 section 4.2.2)
    for (int i = 0; i < 8; i++) {
      int j = i;
      while (j < 8 && groups[j] == 0) {
        j++;
      }
      if (j - i > runLength) {
        runStart = i;
        runLength = j - i;
      }
      i = Math.max(i, j - 1);
    }
    StringBuilder text = new StringBuilder(39);
    for (int i = 0; i < 8; i++) {
      if (i == runStart) {
        text.append("::");
        i += runLength - 1;
      } else {
        if (i > 0 && text.charAt(text.length() - 1) != ':') {
          text.append(':');
        }
        text.append(Integer.toHexString(groups[i]));
      }
    }
    return text.toString();
  }
}
