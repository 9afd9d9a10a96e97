package io.clockwise.telemetry.hot;

import java.util.Arrays;

/** The keys of a pool that are hot, by the hash that its placement gives them. Immutable. */
public final class HotKeys {
  /** There are none. */
  public static final HotKeys NONE = new HotKeys();

  private final long[] sorted;

  /** Makes the set of these hashes. */
  public HotKeys(long... hashes) {
    sorted = Arrays.stream(hashes).sorted().distinct().toArray();
  }

  /** Tells whether there are none. */
  public boolean isEmpty() {
    return sorted.length == 0;
  }

  /** Returns how many there are. */
  public int size() {
    return sorted.length;
  }

  /** Tells whether a hash is one of them; allocates nothing. */
  public boolean contains(long hash) {
    return Arrays.binarySearch(sorted, hash) >= 0;
  }

  /** Returns the hashes, sorted. */
  public long[] hashes() {
    return sorted.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HotKeys that && Arrays.equals(sorted, that.sorted);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(sorted);
  }

  @Override
  public String toString() {
    return Arrays.toString(sorted);
  }
}
