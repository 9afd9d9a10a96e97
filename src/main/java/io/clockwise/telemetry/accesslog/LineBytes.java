package io.clockwise.telemetry.accesslog;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Lines on their way to an output, in ASCII; grows with them, and is used again. */
public final class LineBytes {
  private static final byte[] HEX = ascii("0123456789abcdef");

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final byte[] ODD = new byte[256]; // not 0: to be escaped

  static {
    for (int c = 0; c < ODD.length; c++) {
      ODD[c] = (byte) (c < 0x20 || c >= 0x7f || c == '"' || c == '\\' ? 1 : 0);
    }
  }

  private final int size;
  private byte[] bytes;
  private int length;

  /** How a byte is written that is a quote, a backslash, or none of the visible ones of ASCII. */
  enum Escape {
    /** As strings of JSON have it. */
    JSON,
    /** By its two hexadecimal digits. */
    HEX
  }

  /**
   * Makes an empty one.
   *
   * @param size bytes to begin with, and to go back to
   */
  public LineBytes(int size) {
    this.size = size;
    this.bytes = new byte[size];
  }

  /** Returns the bytes of a text; what is not ASCII is a question mark. */
  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the name of each constant, in small letters, between two texts. */
  static <E extends Enum<E>> Map<E, byte[]> words(String before, Class<E> type, String behind) {
    Map<E, byte[]> words = new EnumMap<>(type);
    for (E each : EnumSet.allOf(type)) {
      words.put(each, ascii(before + each.name().toLowerCase(Locale.ROOT) + behind));
    }
    return words;
  }

  /** Returns how many bytes there are. */
  int length() {
    return length;
  }

  /** Returns where they stand, from the first place on. */
  @SuppressWarnings("MutableMethodReturnType")
  byte[] bytes() {
    return bytes;
  }

  /** Forgets them. */
  void clear() {
    length = 0;
    if (bytes.length > size) {
      bytes = new byte[size];
    }
  }

  private byte[] room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
    return bytes;
  }

  /** Appends bytes as they are. */
  void raw(byte[] plain) {
    int count = plain.length;
    byte[] into = room(count);
    int at = length;
    length = at + count;
    if (count < Long.BYTES) {
      for (int i = 0; i < count; i++) {
        into[at + i] = plain[i];
      }
      return;
    }
    int last = count - Long.BYTES; // eight at a time: so few are not worth a call of arraycopy
    for (int i = 0; i < last; i += Long.BYTES) {
      WORDS.set(into, at + i, (long) WORDS.get(plain, i));
    }
    WORDS.set(into, at + last, (long) WORDS.get(plain, last));
  }

  /** Appends the word for a constant. */
  <E extends Enum<E>> void word(Map<E, byte[]> words, E constant) {
    raw(Objects.requireNonNull(words.get(constant)));
  }

  /** Appends a byte as it is. */
  void raw(char plain) {
    room(1)[length++] = (byte) plain;
  }

  /** Appends a number in decimal digits. */
  void number(long value) {
    if (value < 0) {
      raw(ascii(Long.toString(value)));
      return;
    }
    int count = digits(value);
    byte[] into = room(count);
    int at = length + count;
    long rest = value;
    while (rest > Integer.MAX_VALUE) {
      into[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    int small = (int) rest;
    do {
      into[--at] = (byte) ('0' + small % 10);
      small /= 10;
    } while (small > 0);
    length += count;
  }

  private static int digits(long value) {
    int count = 1;
    for (long limit = 10; count < 19 && value >= limit; limit *= 10) {
      count++;
    }
    return count;
  }

  /** Appends a number, not below 0, of thousandths as units with three decimal places. */
  void thousandths(long value) {
    number(value / 1000);
    fraction((int) (value % 1000));
  }

  /** Appends a point and three digits. */
  void fraction(int thousandths) {
    byte[] into = room(4);
    into[length] = '.';
    into[length + 1] = (byte) ('0' + thousandths / 100);
    into[length + 2] = (byte) ('0' + thousandths / 10 % 10);
    into[length + 3] = (byte) ('0' + thousandths % 10);
    length += 4;
  }

  /** Appends 16 hexadecimal digits. */
  void hex(long value) {
    byte[] into = room(16);
    for (int i = 0; i < 16; i++) {
      into[length + i] = HEX[(int) (value >>> 60 - 4 * i) & 15];
    }
    length += 16;
  }

  /** Appends a text. */
  void text(String value, Escape style) {
    text(value, 0, value.length(), style);
  }

  /** Appends a part of a text. */
  void text(String value, int from, int to, Escape style) {
    int count = to - from;
    byte[] into = room(count);
    int start = length;
    int odd = 0; // no branch for each char: nearly all texts are plain
    for (int i = 0; i < count; i++) {
      int c = value.charAt(from + i);
      into[start + i] = (byte) c;
      odd |= ODD[c & 0xff] | c >> 8;
    }
    if (odd == 0) {
      length = start + count;
    } else {
      escaped(value, from, to, style);
    }
  }

  private void escaped(String value, int from, int to, Escape style) {
    for (int i = from; i < to; i++) {
      char c = value.charAt(i);
      boolean marked = c == '"' || c == '\\';
      if (!marked && c >= 0x20 && c < 0x7f) {
        raw(c);
      } else if (style == Escape.JSON && marked) {
        raw('\\');
        raw(c);
      } else {
        raw('\\');
        if (style == Escape.JSON) {
          raw('u');
          raw('0');
          raw('0');
        } else {
          raw('x');
        }
        raw((char) HEX[c >> 4 & 15]);
        raw((char) HEX[c & 15]);
      }
    }
  }

  /** Returns the lines. */
  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.US_ASCII);
  }
}
