package io.clockwise.telemetry;

import io.clockwise.model.OffOwner;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** What is known live of one pool; survives reloads. Each loop writes its own row. */
public final class PoolMeters {
  /*
   * Every request of a pool writes here, on all event loops: a row has its cache lines for itself,
   * and a neighbour that is fetched with it.
   */
  private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int ROW = 16;
  private static final int BUSY = 0;
  private static final Map<OffOwner, Integer> REASONS = reasons();

  private final int loops;
  private final long[] cells;

  PoolMeters(int loops) {
    this.loops = loops;
    this.cells = new long[(loops + 2) * ROW];
  }

  /** Counts a request given to a backend (1), or one that is over or has become a stream (-1). */
  void busy(int loop, long change) {
    add(loop, BUSY, change);
  }

  /** Counts a request that does not go to its key's owner; by the loop of that index only. */
  public void offOwner(int loop, OffOwner why) {
    add(loop, placeOf(why), 1);
  }

  /** Returns the requests being served by all backends, over all loops; long streams apart. */
  public long busy() {
    return Math.max(0, sum(BUSY));
  }

  /** Returns the requests that did not go to their keys' owners for this reason. */
  public long offOwner(OffOwner why) {
    return sum(placeOf(why));
  }

  private static Map<OffOwner, Integer> reasons() {
    Map<OffOwner, Integer> places = new EnumMap<>(OffOwner.class);
    for (OffOwner why : OffOwner.values()) {
      places.put(why, BUSY + 1 + places.size());
    }
    return places;
  }

  private static int placeOf(OffOwner why) {
    return Objects.requireNonNull(REASONS.get(why));
  }

  private void add(int loop, int place, long amount) {
    int at = (loop + 1) * ROW + place;
    CELLS.setOpaque(cells, at, (long) CELLS.getOpaque(cells, at) + amount);
  }

  private long sum(int place) {
    long sum = 0;
    for (int loop = 0; loop < loops; loop++) {
      sum += (long) CELLS.getOpaque(cells, (loop + 1) * ROW + place);
    }
    return sum;
  }
}
