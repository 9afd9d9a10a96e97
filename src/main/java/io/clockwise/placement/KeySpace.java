package io.clockwise.placement;

import java.util.Arrays;

/**
 * The whole key space cut into intervals of one owner each, so that shares and moves can be added
 * up exactly.
 *
 * @param coordinate what is cut: two key spaces with equal names can be laid over each other
 * @param starts where each interval begins, ascending unsigned, the first at 0; each ends where the
 *     next begins, the last at 2^64
 * @param owners the member that owns each interval, or -1 for nobody
 */
@SuppressWarnings("ArrayRecordComponent") // a large, private-by-custom carrier; never compared
public record KeySpace(String coordinate, long[] starts, int[] owners) {

  /**
   * Cuts the space as a table of equal cells does.
   *
   * @param owners the member of each cell, or -1 for nobody; a power of two of them, at least two
   */
  public static KeySpace ofCells(String coordinate, int[] owners) {
    int shift = Long.SIZE - Integer.numberOfTrailingZeros(owners.length);
    long[] starts = new long[owners.length];
    int[] changes = new int[owners.length];
    int count = 0;
    for (int cell = 0; cell < owners.length; cell++) {
      if (cell == 0 || owners[cell] != owners[cell - 1]) {
        starts[count] = (long) cell << shift;
        changes[count++] = owners[cell];
      }
    }
    return new KeySpace(coordinate, Arrays.copyOf(starts, count), Arrays.copyOf(changes, count));
  }

  /** Adds up the share of each member, 0 to 1. */
  public double[] shares(int members) {
    long[] lengths = new long[members];
    boolean[] owns = new boolean[members];
    for (int i = 0; i < starts.length; i++) {
      if (owners[i] >= 0) {
        lengths[owners[i]] += (i + 1 < starts.length ? starts[i + 1] : 0) - starts[i];
        owns[owners[i]] = true;
      }
    }
    double[] shares = new double[members];
    for (int member = 0; member < members; member++) {
      shares[member] = owns[member] ? share(lengths[member]) : 0;
    }
    return shares;
  }

  /** Returns what share of the space a length that is not nothing is; 0 stands for 2^64. */
  public static double share(long length) {
    return length == 0 ? 1 : (length >>> 1) * 0x1p-63 + (length & 1) * 0x1p-64;
  }
}
