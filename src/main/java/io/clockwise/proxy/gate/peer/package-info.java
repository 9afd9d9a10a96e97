/**
 * Who is at the other end of a client connection, and what comes of its faults; start at {@link
 * io.clockwise.proxy.gate.peer.Origin}.
 *
 * <p>May use: what {@code proxy} may; nothing of {@code proxy.gate}.
 */
@NullMarked
package io.clockwise.proxy.gate.peer;

import org.jspecify.annotations.NullMarked;
