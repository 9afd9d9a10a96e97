package io.clockwise.proxy.wire.octet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** What each byte can be part of (RFC 9110, RFC 9112, RFC 3986): a table of bits. */
public final class Octets {
  /** Names of fields and methods. */
  public static final int TOKEN = 1;

  /** Paths; escapes are looked at apart. */
  public static final int PATH = 1 << 1;

  /** Queries by RFC 3986; escapes are looked at apart. */
  public static final int QUERY = 1 << 2;

  /** Queries as browsers send them. */
  public static final int BROWSER_QUERY = 1 << 3;

  /** Names of hosts; escapes are looked at apart. */
  public static final int REG_NAME = 1 << 4;

  /** Hexadecimal digits. */
  public static final int HEX = 1 << 5;

  /** A dot or the begin of an escape: a path with none has nothing to look at again. */
  public static final int NOTABLE = 1 << 6;

  /** Values of fields: visible characters, blanks, tabs and 0x80 to 0xFF. */
  public static final int TEXT = 1 << 7;

  public static final byte SP = ' ';
  public static final byte TAB = '\t';
  public static final byte CR = '\r';
  public static final byte LF = '\n';

  private static final String ALPHANUMERIC =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  private static final String UNRESERVED = ALPHANUMERIC + "-._~";
  private static final String SUB_DELIMS = "!$&'()*+,;=";
  private static final int DELETE = 0x7f;
  private static final byte[] TABLE = new byte[256];
  private static final byte[] LOWER = new byte[256];

  private static final long HIGH = 0x8080808080808080L;
  private static final long BELOW_BLANK = 0x6060606060606060L; // carries from 0x20 on
  private static final long ONES = 0x0101010101010101L; // carries at 0x7f
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  static {
    mark(TOKEN, ALPHANUMERIC + "!#$%&'*+-.^_`|~");
    mark(PATH, UNRESERVED + SUB_DELIMS + ":@/%");
    mark(QUERY, UNRESERVED + SUB_DELIMS + ":@/?%");
    mark(BROWSER_QUERY, UNRESERVED + SUB_DELIMS + ":@/?%" + "|^{}\"[]");
    mark(REG_NAME, UNRESERVED + SUB_DELIMS + "%");
    mark(HEX, "0123456789abcdefABCDEF");
    mark(NOTABLE, ".%");
    for (int octet = 0; octet < 256; octet++) {
      if (octet >= ' ' && octet != DELETE || octet == TAB) {
        TABLE[octet] |= (byte) TEXT;
      }
      boolean upper = octet >= 'A' && octet <= 'Z';
      LOWER[octet] = (byte) (upper ? octet + 32 : octet);
    }
  }

  private Octets() {}

  private static void mark(int bit, String chars) {
    for (int i = 0; i < chars.length(); i++) {
      TABLE[chars.charAt(i)] |= (byte) bit;
    }
  }

  /** Returns all bits of a byte. */
  public static int of(byte octet) {
    return TABLE[octet & 0xff];
  }

  /** Tells whether a byte has one of the bits. */
  public static boolean is(byte octet, int bits) {
    return (TABLE[octet & 0xff] & bits) != 0;
  }

  /** Returns a letter of ASCII in lower case, any other byte as it is. */
  public static byte lower(byte octet) {
    return LOWER[octet & 0xff];
  }

  public static boolean isBlank(byte octet) {
    return octet == SP || octet == TAB;
  }

  public static boolean isDigit(byte octet) {
    return octet >= '0' && octet <= '9';
  }

  /** Returns eight bytes, the first in the lowest bits. */
  public static long eight(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  /** Returns where the first byte stands that a value cannot hold, or the end. */
  public static int endOfText(byte[] bytes, int from, int to) {
    int at = from;
    while (at + Long.BYTES <= to) {
      long word = eight(bytes, at);
      long low = word & ~HIGH;
      long text = (low + BELOW_BLANK) & ~(low + ONES);
      long other = ~(text | word) & HIGH;
      if (other != 0) {
        at += Long.numberOfTrailingZeros(other) >>> 3;
        if (bytes[at] != TAB) {
          return at;
        }
        at++;
      } else {
        at += Long.BYTES;
      }
    }
    while (at < to && is(bytes[at], TEXT)) {
      at++;
    }
    return at;
  }

  /** Tells whether each escape in a part is one. */
  public static boolean hasEscapesOnly(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      if (bytes[at] == '%') {
        if (at + 2 >= to || !is(bytes[at + 1], HEX) || !is(bytes[at + 2], HEX)) {
          return false;
        }
        at += 2;
      }
    }
    return true;
  }

  /** Tells whether bytes are a text; without regard to the case of ASCII. */
  public static boolean equal(byte[] bytes, int from, int to, String lower) {
    if (to - from != lower.length()) {
      return false;
    }
    for (int i = 0; i < lower.length(); i++) {
      if (lower(bytes[from + i]) != (byte) lower.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
