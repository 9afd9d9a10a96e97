package io.clockwise.bench.peer.figure;

/**
 * Tells when a proxy is warm: when two windows of load after another cost the same.
 *
 * @param fewest seconds of load that it gets in any case
 * @param most seconds after which it counts as warm
 * @param agreement how far two windows may differ, as a part of the first
 */
public record Steadiness(double fewest, double most, double agreement) {
  /** Tells whether it is warm after so many seconds, from the cost of the last two windows. */
  public boolean reached(double seconds, double before, double last) {
    return seconds >= most || seconds >= fewest && agree(before, last);
  }

  /** Tells whether two windows agree. */
  public boolean agree(double before, double last) {
    return Math.abs(last - before) <= agreement * before;
  }
}
