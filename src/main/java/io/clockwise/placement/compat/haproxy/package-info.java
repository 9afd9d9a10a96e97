/**
 * The placement rules of HAProxy; start at {@link
 * io.clockwise.placement.compat.haproxy.HaproxyPlacements}.
 *
 * <p>May use: {@code model}, {@code placement}, {@code placement.hash}, {@code placement.ring}.
 */
@NullMarked
package io.clockwise.placement.compat.haproxy;

import org.jspecify.annotations.NullMarked;
