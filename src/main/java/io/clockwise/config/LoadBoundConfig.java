package io.clockwise.config;

/**
 * How many requests in flight one backend may have: {@code max(floor, ceil(bound x mean x weight /
 * mean weight))} over the usable backends.
 *
 * @param percent the bound in per cent of the even share, 100 to 10000; in the document a factor,
 *     {@code 1.25}; no default
 * @param floor so many are always allowed, 1 to 100000; default 8
 */
public record LoadBoundConfig(int percent, int floor) {
  /** What is always allowed when nothing is said. */
  public static final int FLOOR = 8;
}
