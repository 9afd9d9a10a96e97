package io.clockwise.bench.report;

/**
 * How long to measure.
 *
 * @param sizes numbers of backends, ascending
 * @param lookupMillis processor time to spend on the look-ups of a placement
 * @param buildMillis the same on its builds
 * @param diffMillis about the same on the sample keys of a comparison
 * @param failoverMillis the most for those of a closed backend
 * @param countMillis the most for counting keys
 * @param minutes when to give up what is left
 * @param atOnce how many algorithms to measure at the same time
 */
record Effort(
    int[] sizes,
    int lookupMillis,
    int buildMillis,
    int diffMillis,
    int failoverMillis,
    int countMillis,
    double minutes,
    int atOnce) {
  /** About four minutes on an idle machine. */
  static final Effort FULL =
      new Effort(new int[] {3, 10, 30, 100, 300, 1000}, 60, 60, 60, 200, 1000, 7.5, 1);

  /** Under a minute. */
  static final Effort QUICK = new Effort(new int[] {10, 100}, 15, 15, 15, 60, 200, 0.9, 2);
}
