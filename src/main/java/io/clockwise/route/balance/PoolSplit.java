package io.clockwise.route.balance;

import io.clockwise.placement.hash.Mix64;
import io.clockwise.placement.hash.XxHash64;
import io.clockwise.placement.slots.Logarithm;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;

/** Which of several pools a request goes to, by their weights. Immutable; allocates nothing. */
public final class PoolSplit {
  /*
   * Weighted rendezvous over the names of the pools: each pool draws from the key's hash and its own
   * name a number x in (0, 1), and the largest weight / -ln(x) wins (C. Schindelhauer and
   * G. Schomaker, "Weighted Distributed Hash Tables", SPAA 2005). A pool whose weight grows only
   * wins keys, one whose weight shrinks only loses them, and the order of the list does not count.
   * The salt keeps the draws apart from those of placements. Every machine gets the same
   * logarithm; 1 / (1 - x) is above 1 / -ln(x) and spares most logarithms.
   */
  private static final long SALT = 0x5b17_0a53_9d4e_c3e9L;
  private static final double ABOVE_ROUNDING = 1 + 1e-9;

  private final long[] names;
  private final int[] weights;
  private final long[] ends;

  /**
   * Makes a split.
   *
   * @param names of the pools
   * @param weights one for each, not negative, not all 0
   */
  public PoolSplit(List<String> names, int[] weights) {
    this.names = names.stream().mapToLong(PoolSplit::hashOf).toArray();
    this.weights = weights.clone();
    this.ends = new long[weights.length];
    long end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += weights[i];
      ends[i] = end;
    }
  }

  private static long hashOf(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return XxHash64.hash(bytes, 0, bytes.length) ^ SALT;
  }

  /** Returns the place in the list of the pool that a key belongs to. */
  public int ofKey(byte[] key, int offset, int length) {
    if (weights.length == 1) {
      return 0;
    }
    long hash = XxHash64.hash(key, offset, length);
    int best = -1;
    double largest = 0;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0) {
        double x = ((Mix64.mix(hash ^ names[i]) >>> 11) + 0.5) * 0x1p-53;
        if (best < 0 || largest * (1 - x) <= weights[i] * ABOVE_ROUNDING) {
          double score = x == 1 ? Double.POSITIVE_INFINITY : -weights[i] / Logarithm.ln(x);
          if (best < 0 || score > largest) {
            best = i;
            largest = score;
          }
        }
      }
    }
    return best;
  }

  /** Returns the place in the list of a pool for a request without a key. */
  public int atRandom(RandomGenerator random) {
    if (ends.length == 1) {
      return 0;
    }
    long unit = random.nextLong(ends[ends.length - 1]);
    int place = 0;
    while (unit >= ends[place]) {
      place++;
    }
    return place;
  }
}
