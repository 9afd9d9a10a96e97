package io.clockwise.placement.measure;

import io.clockwise.model.placement.Member;
import io.clockwise.placement.Placement;
import java.util.Arrays;
import java.util.List;

/**
 * How even a placement is, and what it costs. A load is the share of a member relative to the share
 * that its weight asks for; members without a weight do not count.
 *
 * @param members how many have a weight
 * @param maxOverMean the largest load; 1: no member has more than its part
 * @param minOverMean the smallest load; 0: some member has nothing
 * @param variation the coefficient of variation of the loads; 0: all are equal
 * @param bytes of memory that the lookup structure takes
 * @param digest the placement's fingerprint
 * @param buildNanos the time that it took to build, as told
 */
public record PlacementReport(
    int members,
    double maxOverMean,
    double minOverMean,
    double variation,
    long bytes,
    long digest,
    long buildNanos) {

  /**
   * Measures a placement.
   *
   * @param buildNanos the time that the caller measured
   */
  public static PlacementReport of(Placement placement, long buildNanos) {
    double[] shares = new double[placement.members().size()];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = placement.share(i);
    }
    return of(placement, shares, buildNanos);
  }

  /**
   * Measures a placement by other shares than it says, such as those of keys that were counted.
   *
   * @param shares of each member, 0 to 1
   */
  public static PlacementReport of(Placement placement, double[] shares, long buildNanos) {
    double[] loads = loads(placement.members(), shares);
    double max = loads.length == 0 ? 1 : 0;
    double min = loads.length == 0 ? 1 : Double.MAX_VALUE;
    double sum = 0;
    for (double load : loads) {
      max = Math.max(max, load);
      min = Math.min(min, load);
      sum += load;
    }
    double mean = sum / Math.max(1, loads.length);
    double squares = 0;
    for (double load : loads) {
      squares += (load - mean) * (load - mean);
    }
    double variation = sum == 0 ? 0 : Math.sqrt(squares / loads.length) / mean;
    return new PlacementReport(
        loads.length, max, min, variation, placement.sizeInBytes(), placement.digest(), buildNanos);
  }

  private static double[] loads(List<Member> members, double[] shares) {
    double weights = members.stream().mapToDouble(Member::weight).sum();
    double[] loads = new double[members.size()];
    int count = 0;
    for (int i = 0; i < loads.length; i++) {
      if (members.get(i).weight() > 0) {
        loads[count++] = shares[i] * weights / members.get(i).weight();
      }
    }
    return Arrays.copyOf(loads, count);
  }
}
