/**
 * What is on the wire to a backend before HTTP: sockets, the PROXY protocol header, TLS; start at
 * {@link io.clockwise.proxy.connection.wire.Agents}.
 *
 * <p>May use: {@code config}, {@code model}, Vert.x, Netty.
 */
@NullMarked
package io.clockwise.proxy.connection.wire;

import org.jspecify.annotations.NullMarked;
