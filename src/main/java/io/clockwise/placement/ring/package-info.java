/**
 * Points on a circle of hashes and the lookups over them; start at {@link
 * io.clockwise.placement.ring.RingPlacement}.
 *
 * <p>May use: {@code model}, {@code placement}, {@code placement.hash}, hash4j.
 */
@NullMarked
package io.clockwise.placement.ring;

import org.jspecify.annotations.NullMarked;
