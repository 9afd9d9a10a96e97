/**
 * Maglev's tables; start at {@link io.clockwise.placement.maglev.MaglevPlacement}.
 *
 * <p>May use: {@code model}, {@code placement}, {@code placement.hash}.
 */
@NullMarked
package io.clockwise.placement.maglev;

import org.jspecify.annotations.NullMarked;
