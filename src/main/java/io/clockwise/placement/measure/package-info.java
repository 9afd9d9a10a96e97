/**
 * Measures placements: what moves between two of them ({@link
 * io.clockwise.placement.measure.PlacementDiff}), how even one is ({@link
 * io.clockwise.placement.measure.PlacementReport}).
 *
 * <p>May use: {@code model}, {@code placement}.
 */
@NullMarked
package io.clockwise.placement.measure;

import org.jspecify.annotations.NullMarked;
