/**
 * What the relay reads and writes connections with: bodies on their way, heads in the making,
 * moments by which something must have moved.
 *
 * <p>May use: what {@code proxy} may, {@code proxy.wire}.
 */
@NullMarked
package io.clockwise.proxy.relay.stream;

import org.jspecify.annotations.NullMarked;
