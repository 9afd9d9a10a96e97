package io.clockwise.telemetry.hot;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What one event loop has counted in one window of time. Immutable once it is handed over. */
final class KeyWindow {
  /** How many bytes of a key are kept at most. */
  static final int TEXT_BYTES = 64;

  private final long index;
  private final long total;
  private final int least;
  private final long[] keys;
  private final int[] counts;
  private final int[] errors;
  private final byte @Nullable [] texts;

  /**
   * Copies what was counted.
   *
   * @param index of the window, in its lengths since 1970
   * @param seen how many requests there were; if more than were counted, counts are scaled up to it
   * @param texts for each counter a length, 255 for more than fit, and the bytes; null: none are
   *     kept
   */
  KeyWindow(long index, long seen, SpaceSaving counted, byte @Nullable [] texts) {
    this.index = index;
    this.total = seen;
    double scale = (double) seen / counted.total();
    this.least = scaled(counted.least(), scale);
    int used = counted.used();
    this.keys = new long[used];
    this.counts = new int[used];
    this.errors = new int[used];
    this.texts = texts == null ? null : new byte[used * (TEXT_BYTES + 1)];
    for (int i = 0; i < used; i++) {
      int counter = counted.counter(i);
      keys[i] = counted.key(counter);
      counts[i] = scaled(counted.count(counter), scale);
      errors[i] = scaled(counted.error(counter), scale);
      if (texts != null && this.texts != null) {
        int length = TEXT_BYTES + 1;
        System.arraycopy(texts, counter * length, this.texts, i * length, length);
      }
    }
  }

  private static int scaled(int count, double scale) {
    return (int) Math.round(count * scale); // whole numbers are exact where all were counted
  }

  /** Writes a key for a counter, as the constructor reads it. */
  static void write(byte[] texts, int counter, byte[] key, int offset, int length) {
    int at = counter * (TEXT_BYTES + 1);
    texts[at] = (byte) (length > TEXT_BYTES ? 255 : length);
    System.arraycopy(key, offset, texts, at + 1, Math.min(length, TEXT_BYTES));
  }

  /** Returns the index of the window. */
  long index() {
    return index;
  }

  /** Returns how many requests there were. */
  long total() {
    return total;
  }

  /** Returns the most that a key can have had that is not here. */
  int least() {
    return least;
  }

  /** Returns how many keys are here. */
  int size() {
    return keys.length;
  }

  /** Returns the hash of a key. */
  long key(int place) {
    return keys[place];
  }

  /** Returns the most requests that it can have had. */
  int count(int place) {
    return counts[place];
  }

  /** Returns how much of that may be of other keys. */
  int error(int place) {
    return errors[place];
  }

  /** Returns its bytes, each as one char; null: they are not kept. */
  HeavyKey.@Nullable Text text(int place) {
    if (texts == null) {
      return null;
    }
    int at = place * (TEXT_BYTES + 1);
    int length = texts[at] & 0xff;
    String latin =
        new String(texts, at + 1, Math.min(length, TEXT_BYTES), StandardCharsets.ISO_8859_1);
    return new HeavyKey.Text(latin, length <= TEXT_BYTES);
  }
}
