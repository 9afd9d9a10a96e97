/**
 * What a placement is made of: {@link io.clockwise.model.placement.Member members} and {@link
 * io.clockwise.model.placement.PlacementSettings settings}, one record for each algorithm.
 *
 * <p>May use: {@code model}.
 */
@NullMarked
package io.clockwise.model.placement;

import org.jspecify.annotations.NullMarked;
