package io.clockwise.bench.peer.figure;

import java.util.Collection;

/**
 * The middle of some values and how far they lie apart.
 *
 * @param median half of them are below
 * @param low a quarter of them is below
 * @param high a quarter of them is above
 * @param least the smallest
 * @param most the largest
 * @param count how many there are
 */
public record Spread(double median, double low, double high, double least, double most, int count) {

  /**
   * Returns the spread of values; quantiles lie between neighbours, in proportion (the type 7 of
   * Hyndman and Fan).
   *
   * @throws IllegalArgumentException for no value
   */
  public static Spread of(Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("no values");
    }
    return new Spread(
        quantile(sorted, 0.5),
        quantile(sorted, 0.25),
        quantile(sorted, 0.75),
        sorted[0],
        sorted[sorted.length - 1],
        sorted.length);
  }

  /** Returns the quantile, 0 to 1, of values in order. */
  static double quantile(double[] sorted, double part) {
    double place = part * (sorted.length - 1);
    int below = (int) Math.floor(place);
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  /** Returns the interquartile range over the median. */
  public double relativeRange() {
    return median == 0 ? 0 : (high - low) / median;
  }
}
