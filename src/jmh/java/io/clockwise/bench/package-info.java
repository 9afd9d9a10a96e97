/**
 * Micro-benchmarks of the request path and of building placements; start at {@link
 * io.clockwise.bench.MicroBench}. Compiled with the tests, never part of the product.
 */
package io.clockwise.bench;
