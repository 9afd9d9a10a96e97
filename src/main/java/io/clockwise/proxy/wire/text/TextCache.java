package io.clockwise.proxy.wire.text;

import io.clockwise.proxy.wire.octet.Octets;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Texts that come again and again (hosts, paths, keys), by their bytes: a text that is here costs
 * no allocation. Bounded: a text takes the place of another one. One for each event loop.
 */
public final class TextCache {
  private static final int ENTRIES = 1024;
  private static final int LONGEST_BYTES = 256;
  private static final int FACTOR = 0x9E3779B1; // of an odd multiplier's size, spreads low bits

  private final byte[] @Nullable [] keys = new byte[ENTRIES][];
  private final @Nullable String[] texts = new String[ENTRIES];

  /** Makes an empty one. */
  public TextCache() {}

  /** Returns the text of bytes, each byte as the character of its number (Latin-1). */
  public String of(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length == 0) {
      return "";
    }
    if (length > LONGEST_BYTES) {
      return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
    }
    int place = place(bytes, from, to);
    byte[] key = keys[place];
    String text = texts[place];
    if (key != null && text != null && Arrays.equals(key, 0, key.length, bytes, from, to)) {
      return text;
    }
    String made = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
    keys[place] = Arrays.copyOfRange(bytes, from, to);
    texts[place] = made;
    return made;
  }

  private static int place(byte[] bytes, int from, int to) {
    int hash = to - from;
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      long word = Octets.eight(bytes, at) * 0x9E3779B97F4A7C15L;
      hash = (hash ^ (int) (word >>> 32)) * FACTOR;
    }
    for (; at < to; at++) {
      hash = (hash ^ bytes[at]) * FACTOR;
    }
    return hash >>> 22; // ten bits for 1,024 places
  }
}
