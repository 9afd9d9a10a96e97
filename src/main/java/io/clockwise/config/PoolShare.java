package io.clockwise.config;

/**
 * A pool that gets a part of a route's requests.
 *
 * @param pool name of a pool
 * @param weight its part of the sum of all weights, 0 to 65535; default 1; 0: nothing
 */
public record PoolShare(String pool, int weight) {}
