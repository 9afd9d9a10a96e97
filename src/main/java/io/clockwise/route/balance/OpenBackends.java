package io.clockwise.route.balance;

import io.clockwise.telemetry.BackendMeters;
import java.util.Arrays;
import java.util.List;

/** The backends of a pool that take new requests: open, and with a weight. Immutable. */
public final class OpenBackends {
  /**
   * One of them.
   *
   * @param index its dense index in the pool
   * @param weight 1 or more
   * @param meters its live counts
   * @param share of its weight that counts, above 0 to 1: less while it comes into service
   */
  public record Entry(int index, int weight, BackendMeters meters, double share) {
    /** Makes one that is in service. */
    public Entry(int index, int weight, BackendMeters meters) {
      this(index, weight, meters, 1);
    }

    private Entry scaled(long scale) {
      return new Entry(index, (int) Math.max(1, Math.round(weight * share * scale)), meters);
    }
  }

  /** Fine enough for a share in per mille, and few enough for a product of two sums. */
  private static final long MOST_UNITS = 1L << 31;

  private static final long PER_MILLE = 1000;

  /*
   * Weighted turns without a state for each backend. Lay the weights end to end on a circle of
   * length W and go round it in steps that have no common divisor with W: W steps meet each unit
   * exactly once, so each backend gets exactly its weight. A step near W times the golden ratio
   * spreads the turns of a heavy backend between those of the others. Equal weights need no
   * spreading: a step of one backend's length gives them the turn in their order.
   */
  private static final double GOLDEN_RATIO = 0.6180339887498949;

  private final Entry[] entries;
  private final long[] ends;
  private final long step;

  /** Makes the set from its entries, in the order in which they get the turn. */
  public OpenBackends(List<Entry> entries) {
    this.entries = scaled(entries).toArray(Entry[]::new);
    this.ends = new long[this.entries.length];
    long end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += this.entries[i].weight();
      ends[i] = end;
    }
    this.step = stepOf(this.entries, end);
  }

  private static List<Entry> scaled(List<Entry> entries) {
    if (entries.stream().allMatch(entry -> entry.share() >= 1)) {
      return entries;
    }
    long total = entries.stream().mapToLong(Entry::weight).sum();
    long scale = Math.max(1, Math.min(PER_MILLE, MOST_UNITS / total));
    return entries.stream().map(entry -> entry.scaled(scale)).toList();
  }

  private static long stepOf(Entry[] entries, long total) {
    if (entries.length == 0) {
      return 0;
    }
    int first = entries[0].weight();
    if (Arrays.stream(entries).allMatch(e -> e.weight() == first)) {
      return first;
    }
    long step = Math.max(1, Math.round(total * GOLDEN_RATIO));
    while (commonDivisor(step, total) != 1) {
      step++;
    }
    return step;
  }

  private static long commonDivisor(long a, long b) {
    return b == 0 ? a : commonDivisor(b, a % b);
  }

  /** Returns how many there are. */
  public int size() {
    return entries.length;
  }

  /** Returns the entry at a place, 0 to size - 1. */
  public Entry entry(int place) {
    return entries[place];
  }

  /** Returns the sum of the weights; in smaller units while one comes into service. */
  public long totalWeight() {
    return entries.length == 0 ? 0 : ends[entries.length - 1];
  }

  /** Returns the dense index of the one that a unit of weight belongs to, 0 to total - 1. */
  public int atWeight(long unit) {
    int low = 0;
    int high = entries.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (unit < ends[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return entries[low].index();
  }

  /** Returns the dense index of the one whose turn it is; turns count from 0. */
  public int atTurn(long turn) {
    long total = totalWeight();
    return atWeight(turn % total * step % total);
  }
}
