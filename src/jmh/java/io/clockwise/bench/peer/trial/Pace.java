package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.figure.Steadiness;

/**
 * How long and how often is measured.
 *
 * @param rounds in how many rounds
 * @param seconds the length of a window of load
 * @param steadiness how long proxies that compile themselves are warmed
 * @param repeats how often a trial is repeated when the measure of all is not steady
 * @param range what its interquartile range over its median may be
 * @param seed of the orders
 */
public record Pace(
    int rounds, int seconds, Steadiness steadiness, int repeats, double range, long seed) {
  /** The length of a window while warming, in seconds. */
  static final int WARM_WINDOW = 2;

  /** Returns one with at least so many rounds of at least so many seconds. */
  Pace atLeast(int moreRounds, int moreSeconds) {
    return new Pace(
        Math.max(rounds, moreRounds),
        Math.max(seconds, moreSeconds),
        steadiness,
        repeats,
        range,
        seed);
  }
}
