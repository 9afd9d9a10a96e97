package io.clockwise.telemetry.hot;

import java.util.Arrays;

/*
 * Space-Saving (Metwally, Agrawal, El Abbadi: Efficient Computation of Frequent and Top-k Elements
 * in Data Streams, ICDT 2005). A key that has a counter raises it; one that has none takes over the
 * counter with the least count, raises it, and notes that count as its error. So for each key here
 * count - error <= true <= count, and each key with more than total / counters requests is here.
 *
 * All steps take constant time. The counters stand in ascending order; those of equal count are a
 * run, which knows its count and its last place. To raise a counter it changes places with the last
 * one of its run and then belongs to the run after it, or to a new one. Keys are found through
 * chains of a hash table, four heads for each counter. At the beginning all counters are one run of
 * count 0, in no chain.
 */
/** The most frequent keys of a stream, counted in fixed memory; for one thread. */
final class SpaceSaving {
  private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;
  private static final short NONE = -1;

  private final int size;
  private final int shift;
  private final long[] keys;
  private final int[] errors;
  private final short[] heads;
  private final short[] next;
  private final short[] order;
  private final short[] placeOf;
  private final short[] runAt;
  private final int[] countOf;
  private final short[] lastOf;
  private final short[] freeRuns;
  private int free;
  private long total;

  /**
   * Makes one.
   *
   * @param size how many counters; a power of two, 2 to 4096
   */
  SpaceSaving(int size) {
    this.size = size;
    this.shift = Long.numberOfLeadingZeros(4L * size) + 1;
    this.keys = new long[size];
    this.errors = new int[size];
    this.heads = new short[4 * size];
    this.next = new short[size];
    this.order = new short[size];
    this.placeOf = new short[size];
    this.runAt = new short[size];
    this.countOf = new int[size];
    this.lastOf = new short[size];
    this.freeRuns = new short[size];
    for (int i = 0; i < size; i++) {
      order[i] = (short) i;
      placeOf[i] = (short) i;
    }
    clear();
  }

  /** Forgets all keys. */
  void clear() {
    Arrays.fill(heads, NONE);
    Arrays.fill(runAt, (short) 0);
    countOf[0] = 0;
    lastOf[0] = (short) (size - 1);
    for (int i = 1; i < size; i++) {
      freeRuns[i - 1] = (short) i;
    }
    free = size - 1;
    total = 0;
  }

  /**
   * Counts a request of a key.
   *
   * @return the number of the counter that it has taken over; -1: it had one
   */
  int note(long key) {
    total++;
    int home = home(key);
    for (int at = heads[home]; at != NONE; at = next[at]) {
      if (keys[at] == key) {
        raise(at);
        return -1;
      }
    }
    int taken = takeLeast(key, home);
    raise(taken);
    return taken;
  }

  private int home(long key) {
    return (int) (key * GOLDEN >>> shift);
  }

  private int takeLeast(long key, int home) {
    int run = runAt[0];
    int taken = order[lastOf[run]];
    int least = countOf[run];
    if (least > 0) {
      unlink(taken);
    }
    keys[taken] = key;
    errors[taken] = least;
    next[taken] = heads[home];
    heads[home] = (short) taken;
    return taken;
  }

  private void unlink(int counter) {
    int home = home(keys[counter]);
    int at = heads[home];
    if (at == counter) {
      heads[home] = next[counter];
      return;
    }
    while (next[at] != counter) {
      at = next[at];
    }
    next[at] = next[counter];
  }

  private void raise(int counter) {
    int place = placeOf[counter];
    int run = runAt[place];
    int last = lastOf[run];
    if (place != last) {
      short other = order[last];
      order[place] = other;
      placeOf[other] = (short) place;
      order[last] = (short) counter;
      placeOf[counter] = (short) last;
    }
    boolean alone = last == 0 || runAt[last - 1] != run;
    int raised = countOf[run] + 1;
    if (last + 1 < size && countOf[runAt[last + 1]] == raised) {
      runAt[last] = runAt[last + 1];
      if (alone) {
        freeRuns[free++] = (short) run;
      }
    } else if (alone) {
      countOf[run] = raised;
      return;
    } else {
      short begun = freeRuns[--free];
      countOf[begun] = raised;
      lastOf[begun] = (short) last;
      runAt[last] = begun;
    }
    if (!alone) {
      lastOf[run] = (short) (last - 1);
    }
  }

  /** Returns how many requests were counted. */
  long total() {
    return total;
  }

  /** Returns how many counters have a key. */
  int used() {
    return countOf[runAt[0]] > 0 ? size : size - 1 - lastOf[runAt[0]];
  }

  /** Returns the most that a key without a counter can have had. */
  int least() {
    return countOf[runAt[0]];
  }

  /** Returns the number of the counter with this rank, 0 being the one with the highest count. */
  int counter(int rank) {
    return order[size - 1 - rank];
  }

  /** Returns the key of a counter. */
  long key(int counter) {
    return keys[counter];
  }

  /** Returns the count of a counter. */
  int count(int counter) {
    return countOf[runAt[placeOf[counter]]];
  }

  /** Returns how much of that may be of other keys. */
  int error(int counter) {
    return errors[counter];
  }
}
