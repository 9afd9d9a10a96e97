/**
 * The placement rules of Envoy; start at {@link
 * io.clockwise.placement.compat.envoy.EnvoyPlacements}.
 *
 * <p>May use: {@code model}, {@code placement}, {@code placement.hash}, {@code placement.ring},
 * {@code placement.maglev}.
 */
@NullMarked
package io.clockwise.placement.compat.envoy;

import org.jspecify.annotations.NullMarked;
