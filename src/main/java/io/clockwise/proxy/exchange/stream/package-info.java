/**
 * How the parts of a message move from one side to the other; start at {@link
 * io.clockwise.proxy.exchange.stream.BodyPump}.
 *
 * <p>May use: what {@code proxy} may.
 */
@NullMarked
package io.clockwise.proxy.exchange.stream;

import org.jspecify.annotations.NullMarked;
