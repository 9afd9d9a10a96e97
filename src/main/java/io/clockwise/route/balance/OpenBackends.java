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
   */
  public record Entry(int index, int weight, BackendMeters meters) {}

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
    this.entries = entries.toArray(Entry[]::new);
    this.ends = new long[this.entries.length];
    long end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += this.entries[i].weight();
      ends[i] = end;
    }
    this.step = stepOf(this.entries, end);
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

  /** Returns the sum of the weights. */
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
