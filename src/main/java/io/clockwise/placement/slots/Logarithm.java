package io.clockwise.placement.slots;

/**
 * The natural logarithm by fixed binary64 operations, so that every machine gets the same bits; a
 * library's may differ in the last one.
 */
public final class Logarithm {
  /*
   * x = m * 2^k with 0.75 <= m < 1.5, then ln m = 2 artanh(t) with t = (m - 1) / (m + 1) by the
   * first ten terms of its series: |t| is at most 0.2, the rest below 1e-15 of the sum. Java's
   * binary64 is strict and never fuses a product with a sum.
   */
  private static final double LN_2 = 0.6931471805599453;
  private static final double C1 = 1.0 / 3;
  private static final double C2 = 1.0 / 5;
  private static final double C3 = 1.0 / 7;
  private static final double C4 = 1.0 / 9;
  private static final double C5 = 1.0 / 11;
  private static final double C6 = 1.0 / 13;
  private static final double C7 = 1.0 / 15;
  private static final double C8 = 1.0 / 17;
  private static final double C9 = 1.0 / 19;

  private static final int MANTISSA_BITS = 52;
  private static final long MANTISSA = (1L << MANTISSA_BITS) - 1;
  private static final int BIAS = 1023;

  private Logarithm() {}

  /** Returns ln x for a positive, normal x. */
  public static double ln(double x) {
    long bits = Double.doubleToRawLongBits(x);
    long mantissa = bits & MANTISSA;
    int halved = (int) (mantissa >>> (MANTISSA_BITS - 1)); // 1 when the mantissa is 1.5 or more
    int k = (int) (bits >>> MANTISSA_BITS) - BIAS + halved;
    double m = Double.longBitsToDouble(mantissa | ((long) (BIAS - halved) << MANTISSA_BITS));
    double t = (m - 1) / (m + 1);
    double q = t * t;
    double y = q * q;
    double v = y * y;
    double p =
        ((1 + q * C1) + y * (C2 + q * C3))
            + v * (((C4 + q * C5) + y * (C6 + q * C7)) + v * (C8 + q * C9));
    return k * LN_2 + (t + t) * p;
  }
}
