package io.clockwise.bench.report;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.measure.KeySample;

/** How many keys of a sample each member owns: the test of the shares that a placement states. */
final class Counted {
  private static final double DEVIATIONS = 6;

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
    double squares = 0; // chi-squared: about n, with a deviation of the root of 2n, by chance
    for (int i = 0; i < counts.length; i++) {
      shares[i] = counts[i] / (double) sample.size();
      double expected = sample.size() * placement.share(i);
      squares += (counts[i] - expected) * (counts[i] - expected) / Math.max(1, expected);
    }
    double beyondChance = squares - counts.length - DEVIATIONS * Math.sqrt(2.0 * counts.length);
    return new Counted(shares, Math.sqrt(Math.max(0, beyondChance) / sample.size()));
  }

  /** Returns the share of each member. */
  double[] shares() {
    return shares;
  }

  /**
   * Returns the coefficient of variation of the counted shares over the stated ones that is there
   * for certain; 0: the difference can be chance.
   */
  double excess() {
    return excess;
  }
}
