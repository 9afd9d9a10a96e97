package io.clockwise.placement.own;

import io.clockwise.placement.KeySpace;
import io.clockwise.placement.ring.PointRing;
import java.util.Arrays;

/** The expected shares of members whose points are probed several times a key. */
final class ProbeShares {
  /*
   * A probe is at most d away from the point behind it unless it falls farther away: with gaps g
   * between points (lengths as parts of the circle), it is farther than d with probability
   * S(d) = sum of max(0, g - d) over all gaps. The point with gap g wins at distance d < g when one
   * of P probes is there and the P - 1 others are farther, so its share is the integral of
   * P * S(d)^(P - 1) from 0 to g. S is linear between two neighboring gaps, where -S' is the number m
   * of larger gaps, so that piece of the integral is (S(begin)^P - S(end)^P) / m.
   */
  private ProbeShares() {}

  /** Returns each member's share; their sum is 1 if there are points. */
  static double[] of(PointRing ring, int probes, int members) {
    int n = ring.size();
    double[] gaps = new double[n];
    for (int at = 0; at < n; at++) {
      long gap = ring.point(at) - ring.point(at == 0 ? n - 1 : at - 1);
      gaps[at] = gap == 0 && n > 1 ? 0 : KeySpace.share(gap);
    }
    double[] sorted = gaps.clone();
    Arrays.sort(sorted);
    double[] integrals = integrals(sorted, probes);
    double[] shares = new double[members];
    for (int at = 0; at < n; at++) {
      shares[ring.owner(at)] += integrals[Arrays.binarySearch(sorted, gaps[at])];
    }
    return shares;
  }

  /** Returns the integral from 0 to each gap. */
  private static double[] integrals(double[] gaps, int probes) {
    double[] integrals = new double[gaps.length];
    double farther = 1;
    double power = 1;
    double sum = 0;
    for (int i = 0; i < gaps.length; i++) {
      int larger = gaps.length - i;
      farther -= larger * (gaps[i] - (i == 0 ? 0 : gaps[i - 1]));
      double next = Math.pow(Math.max(0, farther), probes);
      sum += (power - next) / larger;
      power = next;
      integrals[i] = sum;
    }
    return integrals;
  }
}
