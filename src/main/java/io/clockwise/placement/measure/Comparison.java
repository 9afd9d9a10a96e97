package io.clockwise.placement.measure;

import io.clockwise.placement.KeySpace;
import java.util.LinkedHashMap;
import java.util.Map;

/** Two placements laid over each other: by intervals where both have them, else by sample keys. */
final class Comparison {
  /*
   * Lengths are added modulo 2^64. The whole space is 2^64, so the sum of any parts of it is exact;
   * only the sum of everything wraps, to 0, which no other sum of parts is.
   */
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final Side before;
  private final Side after;
  private final Tally tally = new Tally();
  private final KeySample sample;
  private final boolean intervals;

  Comparison(PlacementView before, PlacementView after, KeySample sample) {
    this.before = new Side(before, numbers);
    this.after = new Side(after, numbers);
    this.sample = sample;
    KeySpace old = this.before.space();
    KeySpace now = this.after.space();
    if (old != null && now != null && fit(old, now)) {
      intervals = true;
      overlay(withSomebody(old), withSomebody(now));
    } else {
      intervals = false;
      draw();
    }
  }

  private boolean fit(KeySpace old, KeySpace now) {
    return old.coordinate().equals(now.coordinate())
        && before.picksIntervals(old, sample)
        && after.picksIntervals(now, sample);
  }

  /** Returns one interval of nobody in the place of none at all. */
  private static KeySpace withSomebody(KeySpace space) {
    return space.starts().length > 0
        ? space
        : new KeySpace(space.coordinate(), new long[1], new int[] {-1});
  }

  private void overlay(KeySpace old, KeySpace now) {
    int i = 0;
    int j = 0;
    long start = 0;
    do {
      long oldEnd = end(old, i);
      long nowEnd = end(now, j);
      long end = Long.compareUnsigned(oldEnd - 1, nowEnd - 1) < 0 ? oldEnd : nowEnd; // 0: 2^64
      int from = before.pick(old.owners()[i], start, end - start);
      tally.add(from, after.pick(now.owners()[j], start, end - start), end - start);
      i += oldEnd == end ? 1 : 0;
      j += nowEnd == end ? 1 : 0;
      start = end;
    } while (start != 0);
  }

  private static long end(KeySpace space, int interval) {
    return interval + 1 < space.starts().length ? space.starts()[interval + 1] : 0;
  }

  private void draw() {
    byte[] key = new byte[KeySample.MAX_LENGTH];
    for (int i = 0; i < sample.size(); i++) {
      int length = sample.write(i, key);
      tally.add(before.pick(key, length), after.pick(key, length), 1);
    }
  }

  /** Returns the ids, their numbers counting from 1. */
  String[] ids() {
    return numbers.keySet().toArray(String[]::new);
  }

  /** Returns the amounts by the numbers of who had and has them. */
  Tally tally() {
    return tally;
  }

  /** Returns the share of all keys that an amount which is not nothing stands for. */
  double share(long amount) {
    return intervals ? KeySpace.share(amount) : amount / (double) sample.size();
  }

  /** Returns how many keys were looked up; 0: the amounts are exact. */
  int sampled() {
    return intervals ? before.lookups() + after.lookups() : sample.size();
  }
}
