package io.clockwise.placement.slots;

/**
 * A logarithm to ten digits, without the division of {@link Logarithm}: good enough to tell who is
 * less wherever two are not next to equal.
 */
final class RoughLogarithm {
  /** What it differs by from the logarithm, at most. */
  static final double ERROR = 5e-11;

  /*
   * x = m * 2^k with 1 <= m < 2, in one of 1,024 intervals of equal length around m0: ln m = ln m0
   * + ln(1 + r) with r = m / m0 - 1, by the first two terms of its series. |r| is at most 2^-11, so
   * the rest is below 4e-11.
   */
  private static final int INTERVAL_BITS = 10;
  private static final int INTERVALS = 1 << INTERVAL_BITS;
  private static final int MANTISSA_BITS = 52;
  private static final long MANTISSA = (1L << MANTISSA_BITS) - 1;
  private static final int BIAS = 1023;
  private static final long ONE = (long) BIAS << MANTISSA_BITS;
  private static final double LN_2 = 0.6931471805599453;
  private static final double[] RECIPROCALS = new double[INTERVALS];
  private static final double[] LOGARITHMS = new double[INTERVALS];

  static {
    for (int i = 0; i < INTERVALS; i++) {
      double middle = 1 + (i + 0.5) / INTERVALS;
      RECIPROCALS[i] = 1 / middle;
      LOGARITHMS[i] = Logarithm.ln(middle);
    }
  }

  private RoughLogarithm() {}

  /** Returns ln x, nearly, for a positive, normal x. */
  static double ln(double x) {
    long bits = Double.doubleToRawLongBits(x);
    int interval = (int) (bits >>> (MANTISSA_BITS - INTERVAL_BITS)) & (INTERVALS - 1);
    double m = Double.longBitsToDouble(bits & MANTISSA | ONE);
    double r = m * RECIPROCALS[interval] - 1;
    int k = (int) (bits >>> MANTISSA_BITS) - BIAS;
    return (k * LN_2 + LOGARITHMS[interval]) + (r - 0.5 * r * r);
  }
}
