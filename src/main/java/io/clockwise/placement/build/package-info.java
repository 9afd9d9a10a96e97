/**
 * Builds placements: start at {@link io.clockwise.placement.build.Placements}.
 *
 * <p>May use: {@code model}, {@code placement} and its other parts, hash4j.
 */
@NullMarked
package io.clockwise.placement.build;

import org.jspecify.annotations.NullMarked;
