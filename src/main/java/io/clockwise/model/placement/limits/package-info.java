/**
 * What placements can bear: start at {@link io.clockwise.model.placement.limits.PlacementLimits},
 * which files and changes through the API are both held to.
 *
 * <p>May use: {@code model}.
 */
@NullMarked
package io.clockwise.model.placement.limits;

import org.jspecify.annotations.NullMarked;
