/**
 * The placement rules of the memcached clients that use ketama; start at {@link
 * io.clockwise.placement.compat.ketama.KetamaPlacements}.
 *
 * <p>May use: {@code model}, {@code placement}, {@code placement.hash}, {@code placement.ring}.
 */
@NullMarked
package io.clockwise.placement.compat.ketama;

import org.jspecify.annotations.NullMarked;
