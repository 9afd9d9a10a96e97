package io.clockwise.proxy.wire;

import io.clockwise.proxy.wire.octet.Octets;
import java.util.Arrays;
import java.util.Locale;

/** The names of fields that something depends on; found by their bytes, without regard to case. */
public enum FieldName {
  HOST,
  CONNECTION(true),
  CONTENT_LENGTH,
  TRANSFER_ENCODING(true),
  UPGRADE(true),
  EXPECT,
  TE(true),
  TRAILER,
  KEEP_ALIVE(true),
  PROXY_CONNECTION(true),
  HTTP2_SETTINGS(true),
  VIA,
  FORWARDED,
  X_FORWARDED_FOR,
  X_FORWARDED_PROTO,
  X_FORWARDED_HOST,
  X_FORWARDED_PORT,
  X_FORWARDED_PREFIX,
  X_REQUEST_ID,
  MAX_FORWARDS,
  CLOCKWISE_BACKEND,
  COOKIE,
  USER_AGENT,
  REFERER,
  DATE,
  CONTENT_TYPE,
  ACCEPT,
  AUTHORIZATION,
  /** Every other name. */
  OTHER;

  private static final FieldName[] ALL = values();
  private static final FieldName[][] BY_LENGTH = byLength();

  private final boolean hopByHop;
  private final String lower;

  FieldName() {
    this(false);
  }

  FieldName(boolean hopByHop) {
    this.hopByHop = hopByHop;
    this.lower = name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static FieldName[][] byLength() {
    int longest = 0;
    for (FieldName each : ALL) {
      longest = Math.max(longest, each.lower.length());
    }
    FieldName[][] table = new FieldName[longest + 1][];
    for (int length = 0; length <= longest; length++) {
      int wanted = length;
      table[length] =
          Arrays.stream(ALL)
              .filter(each -> each != OTHER && each.lower.length() == wanted)
              .toArray(FieldName[]::new);
    }
    return table;
  }

  /** Returns the name that bytes are; {@link #OTHER} when they are none of these. */
  public static FieldName of(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length < 0 || length >= BY_LENGTH.length) {
      return OTHER;
    }
    for (FieldName each : BY_LENGTH[length]) {
      if (each.is(bytes, from)) {
        return each;
      }
    }
    return OTHER;
  }

  private boolean is(byte[] bytes, int from) {
    for (int i = 0; i < lower.length(); i++) {
      if (Octets.lower(bytes[from + i]) != (byte) lower.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  static int number() {
    return ALL.length;
  }

  /** Returns the place of this name in tables, from 0. */
  @SuppressWarnings("EnumOrdinal") // the tables are not kept
  int index() {
    return ordinal();
  }

  /** Tells whether a field is about one connection only (RFC 9110 section 7.6.1). */
  public boolean isHopByHop() {
    return hopByHop;
  }

  /** Returns the name as it is written in lower case; of {@link #OTHER} it means nothing. */
  public String text() {
    return lower;
  }
}
