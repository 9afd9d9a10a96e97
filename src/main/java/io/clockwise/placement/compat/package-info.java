/**
 * The rules of other products, one class each, exact to the key.
 *
 * <p>May use: {@code model}, {@code placement}, {@code placement.hash}.
 */
@NullMarked
package io.clockwise.placement.compat;

import org.jspecify.annotations.NullMarked;
