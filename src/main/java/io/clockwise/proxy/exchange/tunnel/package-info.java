/**
 * Connections that speak WebSocket after a handshake: bytes from one side to the other, and an
 * orderly end; start at {@link io.clockwise.proxy.exchange.tunnel.Tunnel}.
 *
 * <p>May use: {@code proxy.exchange.stream}, and what {@code proxy} may.
 */
@NullMarked
package io.clockwise.proxy.exchange.tunnel;

import org.jspecify.annotations.NullMarked;
