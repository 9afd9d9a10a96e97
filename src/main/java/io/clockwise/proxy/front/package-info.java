/**
 * Listeners on event loops; start at {@link io.clockwise.proxy.front.ProxyVerticle}.
 *
 * <p>May use: what {@code proxy} may.
 */
@NullMarked
package io.clockwise.proxy.front;

import org.jspecify.annotations.NullMarked;
