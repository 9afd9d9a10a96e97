/**
 * Hash functions over byte ranges, stateless and free of allocation.
 *
 * <p>May use: the JDK.
 */
@NullMarked
package io.clockwise.placement.hash;

import org.jspecify.annotations.NullMarked;
