/**
 * Layers over a transport of Vert.x, which has no hooks for single connections; start at {@link
 * io.clockwise.proxy.transport.LayeredTransport}.
 *
 * <p>May use: Vert.x; the other parts of {@code proxy} use it, it uses none of them.
 */
@NullMarked
package io.clockwise.proxy.transport;

import org.jspecify.annotations.NullMarked;
