/**
 * Bounded loads on top of any placement; start at {@link io.clockwise.placement.bound.BoundedLoad}.
 *
 * <p>May use: {@code model}, {@code placement}, {@code placement.compat.haproxy}, {@code
 * placement.compat.envoy}.
 */
@NullMarked
package io.clockwise.placement.bound;

import org.jspecify.annotations.NullMarked;
