/**
 * What stands between a client's socket and the HTTP server; start at {@link
 * io.clockwise.proxy.gate.ClientGate}.
 *
 * <p>May use: {@code proxy.policy}, and what {@code proxy} may; the other parts of {@code proxy}
 * use it, it uses none of them.
 */
@NullMarked
package io.clockwise.proxy.gate;

import org.jspecify.annotations.NullMarked;
