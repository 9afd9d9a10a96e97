package io.clockwise.route.balance;

/**
 * A backend that has come into service and gets a growing part of its keys.
 *
 * @param sinceNanos when that was, by the clock that does not jump
 * @param share of its keys that it gets now, 0 to 1
 */
public record Warmup(long sinceNanos, double share) {}
