/**
 * What the frames of a client's HTTP/2 connection tell, both ways; start at {@link
 * io.clockwise.proxy.gate.frame.FrameScanner}.
 *
 * <p>May use: Netty; {@code proxy.gate} uses it, it uses no other part of {@code proxy}.
 */
@NullMarked
package io.clockwise.proxy.gate.frame;

import org.jspecify.annotations.NullMarked;
