/**
 * Our own algorithms, one class each: Maglev, rendezvous, jump and others; slots and the ring have
 * packages of their own.
 *
 * <p>May use: {@code model}, {@code placement}, {@code placement.hash}, hash4j.
 */
@NullMarked
package io.clockwise.placement.own;

import org.jspecify.annotations.NullMarked;
