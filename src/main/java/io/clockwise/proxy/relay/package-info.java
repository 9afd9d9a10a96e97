/**
 * The data path on bytes: reads heads, decides, and passes bodies on as they come, past the HTTP
 * objects of Vert.x; what it does not serve it hands to those; start at {@link
 * io.clockwise.proxy.relay.RelayExchange}.
 *
 * <p>May use: what {@code proxy} may, {@code proxy.loop}, {@code proxy.live}, {@code
 * proxy.connection}, {@code proxy.wire}, {@code proxy.gate}, {@code proxy.policy}.
 */
@NullMarked
package io.clockwise.proxy.relay;

import org.jspecify.annotations.NullMarked;
