/**
 * Where relayed requests come in, and their answers go out; start at {@link
 * io.clockwise.proxy.relay.front.RelayFront}.
 *
 * <p>May use: what {@code proxy.relay} may, and that.
 */
@NullMarked
package io.clockwise.proxy.relay.front;

import org.jspecify.annotations.NullMarked;
