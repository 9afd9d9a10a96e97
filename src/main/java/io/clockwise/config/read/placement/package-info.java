/**
 * The key {@code placement} of a pool: an algorithm and its parameters; start at {@link
 * io.clockwise.config.read.placement.PlacementSection}.
 *
 * <p>May use: {@code model}, {@code config}, {@code config.text}, {@code config.read.node}.
 */
@NullMarked
package io.clockwise.config.read.placement;

import org.jspecify.annotations.NullMarked;
