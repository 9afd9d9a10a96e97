package io.clockwise.route.affinity;

import java.util.Arrays;

/**
 * The value of an affinity cookie, taken apart: {@code v1.<tag>.<issued>.<seen>.<mac>}. Used for
 * one after the other.
 */
final class CookieValue {
  /*
   * Each part is a number in digits of 6 bits (the alphabet of base64url), the first digit first, of
   * a fixed length: a value can be written in one way only.
   */
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  private static final byte[] DIGITS = digits();
  private static final String VERSION = "v1.";
  private static final int WORD = 11; // digits of 64 bits
  private static final int TAG = VERSION.length();
  private static final int ISSUED = TAG + WORD + 1;
  private static final int ISSUED_DIGITS = 10;
  private static final int SEEN = ISSUED + ISSUED_DIGITS + 1;
  private static final int SEEN_DIGITS = 6;
  private static final int MAC = SEEN + SEEN_DIGITS + 1;

  /** How long one is. */
  static final int LENGTH = MAC + 2 * WORD;

  /** The bits of {@code issued} that are chance, behind the milliseconds. */
  static final int RANDOM_BITS = 16;

  private long tag;
  private long issued;
  private long seen;
  private long macHigh;
  private long macLow;

  private static byte[] digits() {
    byte[] digits = new byte[128];
    Arrays.fill(digits, (byte) -1);
    for (int i = 0; i < ALPHABET.length(); i++) {
      digits[ALPHABET.charAt(i)] = (byte) i;
    }
    return digits;
  }

  /** Reads one; false: it is none. */
  boolean read(CharSequence text, int from, int to) {
    if (to - from != LENGTH || !hasShape(text, from)) {
      return false;
    }
    tag = number(text, from + TAG, WORD);
    issued = number(text, from + ISSUED, ISSUED_DIGITS);
    seen = number(text, from + SEEN, SEEN_DIGITS);
    macHigh = number(text, from + MAC, WORD);
    macLow = number(text, from + MAC + WORD, WORD);
    return true;
  }

  private static boolean hasShape(CharSequence text, int from) {
    for (int i = 0; i < TAG; i++) {
      if (text.charAt(from + i) != VERSION.charAt(i)) {
        return false;
      }
    }
    for (int i = TAG; i < LENGTH; i++) {
      char c = text.charAt(from + i);
      boolean dot = i == ISSUED - 1 || i == SEEN - 1 || i == MAC - 1;
      if (dot ? c != '.' : c >= DIGITS.length || DIGITS[c] < 0) {
        return false;
      }
    }
    return fits(text, from + TAG) && fits(text, from + MAC) && fits(text, from + MAC + WORD);
  }

  /* Eleven digits have two bits more than a word. */
  private static boolean fits(CharSequence text, int from) {
    return DIGITS[text.charAt(from)] < 16;
  }

  private static long number(CharSequence text, int from, int count) {
    long number = 0;
    for (int i = from; i < from + count; i++) {
      number = number << 6 | DIGITS[text.charAt(i)];
    }
    return number;
  }

  /** Appends a value. */
  static void append(long tag, long issued, long seen, CookieMacs signed, StringBuilder into) {
    into.append(VERSION);
    append(tag, WORD, into);
    append(issued, ISSUED_DIGITS, into.append('.'));
    append(seen, SEEN_DIGITS, into.append('.'));
    append(signed.high(), WORD, into.append('.'));
    append(signed.low(), WORD, into);
  }

  private static void append(long number, int count, StringBuilder into) {
    for (int shift = 6 * (count - 1); shift >= 0; shift -= 6) {
      into.append(ALPHABET.charAt((int) (number >>> shift) & 63));
    }
  }

  /** Returns what stands for the backend. */
  long tag() {
    return tag;
  }

  /** Returns when the session began, and chance: no other session has the same. */
  long issued() {
    return issued;
  }

  /** Returns the second since 1970 in which it was set. */
  long seen() {
    return seen;
  }

  /** Tells whether it is signed so; it takes the same time wherever they differ. */
  boolean isSigned(CookieMacs as) {
    return ((macHigh ^ as.high()) | (macLow ^ as.low())) == 0;
  }
}
