package io.clockwise.proxy.wire;

import io.clockwise.proxy.wire.octet.Octets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

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
  CLOCKWISE_EXPLAIN,
  CLOCKWISE_FORGET,
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

  /* What Clockwise says itself, or goes by. */
  private static final Set<FieldName> GUARDED =
      EnumSet.of(
          CONTENT_LENGTH,
          TRANSFER_ENCODING,
          X_FORWARDED_FOR,
          X_FORWARDED_PROTO,
          X_FORWARDED_HOST,
          X_FORWARDED_PORT,
          X_FORWARDED_PREFIX,
          X_REQUEST_ID,
          CLOCKWISE_BACKEND,
          CLOCKWISE_EXPLAIN);

  private final boolean hopByHop;
  private final String lower;

  /* Of names of eight bytes and more: the first eight, those behind them as far as there are eight,
  and the last eight; each with the bits that make letters lower-case ones. */
  private final long first;
  private final long firstCase;
  private final long middle;
  private final long middleCase;
  private final long last;
  private final long lastCase;

  FieldName() {
    this(false);
  }

  FieldName(boolean hopByHop) {
    this.hopByHop = hopByHop;
    this.lower = name().toLowerCase(Locale.ROOT).replace('_', '-');
    int end = lower.length() - Long.BYTES;
    first = Octets.eight(lower, 0);
    firstCase = Octets.caseOf(lower, 0);
    middle = Octets.eight(lower, Math.min(Long.BYTES, end));
    middleCase = Octets.caseOf(lower, Math.min(Long.BYTES, end));
    last = Octets.eight(lower, end);
    lastCase = Octets.caseOf(lower, end);
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

  /**
   * Tells whether bytes are the underscore twin of a field that Clockwise writes itself or goes by,
   * such as {@code X_Forwarded_For}. Programs that get fields as variables (CGI, WSGI) cannot tell
   * the two apart, so a twin of a client never goes on.
   */
  public static boolean isTwin(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length < 0 || length >= BY_LENGTH.length) {
      return false;
    }
    for (FieldName each : BY_LENGTH[length]) {
      if (each.hasTwin() && each.isTwinAt(bytes, from)) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether fields with underscores for the hyphens of this name are kept from backends. */
  public boolean hasTwin() {
    return GUARDED.contains(this);
  }

  private boolean isTwinAt(byte[] bytes, int from) {
    boolean under = false;
    for (int i = 0; i < lower.length(); i++) {
      byte found = Octets.lower(bytes[from + i]);
      char wanted = lower.charAt(i);
      under |= found == '_';
      if (found != (byte) wanted && !(wanted == '-' && found == '_')) {
        return false;
      }
    }
    return under;
  }

  private boolean is(byte[] bytes, int from) {
    int end = lower.length() - Long.BYTES;
    return end < 0
        ? Octets.equal(bytes, from, from + lower.length(), lower)
        : (Octets.eight(bytes, from) | firstCase) == first
            && (Octets.eight(bytes, from + end) | lastCase) == last
            && (Octets.eight(bytes, from + Math.min(Long.BYTES, end)) | middleCase) == middle;
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
