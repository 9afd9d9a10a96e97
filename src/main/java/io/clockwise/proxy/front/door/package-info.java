/**
 * What a connection passes before the HTTP server knows of it: limits, PROXY protocol, the deadline
 * until it is understood; start at {@link io.clockwise.proxy.front.door.Door}.
 *
 * <p>May use: {@code proxy.gate}, and what {@code proxy} may.
 */
@NullMarked
package io.clockwise.proxy.front.door;

import org.jspecify.annotations.NullMarked;
