package io.clockwise.bench.report;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.measure.KeySample;

/** How many keys of a sample each member owns: the test of the shares that a placement states. */
final class Counted {
  private final double[] shares;
  private final double excess;

  private Counted(double[] shares, double excess) {
    this.shares = shares;
    this.excess = excess;
  }

  /** Counts. */
  static Counted of(Placement placement, KeySample sample) {
    int[] counts = new int[placement.members().size()];
    byte[] bytes = new byte[KeySample.MAX_LENGTH];
    RoutingKey key = new RoutingKey();
    for (int i = 0; i < sample.size(); i++) {
      int length = sample.write(i, bytes);
      key.set(bytes, 0, length, placement.hash(bytes, 0, length));
      counts[placement.pick(key, MemberFilter.ANY)]++;
    }
    double[] shares = new double[counts.length];
    double squares = 0;
    double chance = 0;
    for (int i = 0; i < counts.length; i++) {
      shares[i] = counts[i] / (double) sample.size();
      double stated = placement.share(i);
      squares += (shares[i] - stated) * (shares[i] - stated);
      chance += stated * (1 - stated) / sample.size(); // the variance of a count
    }
    double mean = 1.0 / counts.length;
    double excess = Math.max(0, squares - chance) / counts.length;
    return new Counted(shares, Math.sqrt(excess) / mean);
  }

  /** Returns the share of each member. */
  double[] shares() {
    return shares;
  }

  /**
   * Returns by how much, over the mean share, a member's share differs from the stated one beyond
   * chance.
   */
  double excess() {
    return excess;
  }
}
