package io.clockwise.telemetry.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The keys that one event loop has seen lately, each with the backend that it belongs to. That loop
 * alone writes; any thread reads, without a lock.
 *
 * <p>A key takes 21 to 28 bytes: two words in a table that is at most three quarters full.
 */
final class RecentKeys {
  /*
   * Open addressing with linear probing over pairs of words: the key's hash; the second in which it
   * was last seen, and the number of its backend. The table is cut into segments by the first bits
   * of the hash, so that one that grows or is swept stops the loop for some microseconds only.
   *
   * A pair never gets another hash: what is too old goes when its segment is written anew, into an
   * array of its own. So a reader who finds a hash finds next to it what belongs to that hash, be it
   * a moment old. The writer stores the second word before the hash (release), and a new array after
   * it is filled (release); readers load in the other order (acquire).
   */
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

  /** In place of what is known of a key: nothing. */
  static final long ABSENT = 0;

  private static final int SEGMENT_KEYS = 1024;
  private static final int FEWEST_KEYS = 8;
  private static final int SWEEPS_IN_IDLE = 16;

  private final AtomicReferenceArray<long[]> segments;
  private final int segmentBits;
  private final int[] used;
  private final int[] swept;
  private final AtomicLong size = new AtomicLong();
  private final AtomicLong words = new AtomicLong();
  private final AtomicLong full = new AtomicLong();
  private volatile Bounds bounds;

  /**
   * What it keeps.
   *
   * @param idleSeconds a key that was not seen for so long is forgotten
   * @param keys how many it has at most, those that are not yet forgotten among them
   */
  record Bounds(int idleSeconds, long keys) {}

  RecentKeys(Bounds bounds) {
    this.bounds = bounds;
    long wanted = Math.min(1 << 14, Math.max(1, bounds.keys() / SEGMENT_KEYS));
    this.segmentBits = Long.SIZE - 1 - Long.numberOfLeadingZeros(wanted);
    int count = 1 << segmentBits;
    this.used = new int[count];
    this.swept = new int[count];
    this.segments = new AtomicReferenceArray<>(count);
    for (int i = 0; i < count; i++) {
      put(i, new long[2 * FEWEST_KEYS]);
    }
  }

  private void put(int segment, long[] cells) {
    long[] before = segments.getPlain(segment);
    words.setOpaque(words.getPlain() + cells.length - (before == null ? 0 : before.length));
    segments.setRelease(segment, cells);
  }

  /** Changes what it keeps, from the next sweep on; by any thread. */
  void bounds(Bounds others) {
    bounds = others;
  }

  /* A place that holds 0 is empty. */
  private static long held(long hash) {
    return hash == 0 ? 1 : hash;
  }

  private int segmentOf(long hash) {
    return segmentBits == 0 ? 0 : (int) (hash >>> Long.SIZE - segmentBits);
  }

  private int placeOf(long hash, int pairs) {
    return 2 * (int) ((hash << segmentBits >>> 32) * pairs >>> 32);
  }

  static long meta(int backend, long second) {
    return second << 32 | backend & 0xffff_ffffL;
  }

  /** Returns the number of the backend in what is known of a key. */
  static int backend(long meta) {
    return (int) meta;
  }

  /** Returns the second in which a key was last seen, since 1970. */
  static long second(long meta) {
    return meta >>> 32;
  }

  /**
   * Notes that a key is seen; by the writer only.
   *
   * @param key its hash, whose bits are as if at random; 0 and 1 are one
   * @return false: it is a new one, and there is no room
   */
  boolean note(long key, int backend, long second) {
    long hash = held(key);
    int segment = segmentOf(hash);
    long[] cells = segments.getPlain(segment);
    int at = find(cells, hash);
    long meta = meta(backend, second);
    if (cells[at] == hash) {
      if (cells[at + 1] != meta) { // a busy key does not make the line of its memory dirty
        CELL.setOpaque(cells, at + 1, meta);
      }
      return true;
    }
    if (!makeRoom(segment, second)) {
      full.setOpaque(full.getPlain() + 1);
      return false;
    }
    cells = segments.getPlain(segment);
    at = find(cells, hash);
    CELL.setOpaque(cells, at + 1, meta);
    CELL.setRelease(cells, at, hash);
    used[segment]++;
    size.setOpaque(size.getPlain() + 1);
    return true;
  }

  /* Where the hash is, or the empty place where it would be. */
  private int find(long[] cells, long hash) {
    int at = placeOf(hash, cells.length / 2);
    while (true) {
      long found = (long) CELL.getAcquire(cells, at);
      if (found == hash || found == 0) {
        return at;
      }
      at = at + 2 == cells.length ? 0 : at + 2;
    }
  }

  private boolean makeRoom(int segment, long second) {
    Bounds now = bounds;
    if (size.getPlain() >= now.keys()) {
      int gap = Math.max(1, now.idleSeconds() / SWEEPS_IN_IDLE);
      if (second - (swept[segment] & 0xffff_ffffL) < gap) {
        return false;
      }
      rewrite(segment, second - now.idleSeconds(), second);
      return size.getPlain() < now.keys();
    }
    int pairs = segments.getPlain(segment).length / 2;
    if (4L * (used[segment] + 1) > 3L * pairs) {
      rewrite(segment, second - now.idleSeconds(), second);
    }
    return true;
  }

  /* Writes a segment anew without what is too old, with room for a third more than it has then. */
  private void rewrite(int segment, long since, long second) {
    long[] old = segments.getPlain(segment);
    int fresh = 0;
    for (int at = 0; at < old.length; at += 2) {
      if (old[at] != 0 && second(old[at + 1]) >= since) {
        fresh++;
      }
    }
    long[] cells = new long[2 * Math.max(FEWEST_KEYS, (fresh + 1) * 16 / 9 + 1)];
    for (int at = 0; at < old.length; at += 2) {
      if (old[at] != 0 && second(old[at + 1]) >= since) {
        int to = find(cells, old[at]);
        cells[to] = old[at];
        cells[to + 1] = old[at + 1];
      }
    }
    size.setOpaque(size.getPlain() + fresh - used[segment]);
    used[segment] = fresh;
    swept[segment] = (int) second;
    put(segment, cells);
  }

  /** Returns what is known of a key, however old; {@link #ABSENT}: nothing. */
  long find(long key) {
    long hash = held(key);
    long[] cells = segments.getAcquire(segmentOf(hash));
    int at = find(cells, hash);
    return (long) CELL.getAcquire(cells, at) == hash
        ? (long) CELL.getOpaque(cells, at + 1)
        : ABSENT;
  }

  /** What is shown the keys of a table. */
  @FunctionalInterface
  interface Visitor {
    /** Takes one of them. */
    void visit(long key, long meta);
  }

  /** Shows what was seen since a second; each key once. */
  void forEach(long since, Visitor visitor) {
    for (int segment = 0; segment < segments.length(); segment++) {
      long[] cells = segments.getAcquire(segment);
      for (int at = 0; at < cells.length; at += 2) {
        long hash = (long) CELL.getAcquire(cells, at);
        if (hash != 0) {
          long meta = (long) CELL.getOpaque(cells, at + 1);
          if (second(meta) >= since) {
            visitor.visit(hash, meta);
          }
        }
      }
    }
  }

  /** Returns how many keys it holds, those that are too old among them. */
  long size() {
    return size.getOpaque();
  }

  /** Returns how often a new key found no room. */
  long full() {
    return full.getOpaque();
  }

  /** Returns the bytes of memory that it takes. */
  long sizeInBytes() {
    return Long.BYTES * words.getOpaque() + 40L * segments.length();
  }
}
