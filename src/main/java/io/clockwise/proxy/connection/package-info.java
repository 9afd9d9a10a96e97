/**
 * Connections from one event loop to backends: made, leased, kept, closed; start at {@link
 * io.clockwise.proxy.connection.ConnectionBook}.
 *
 * <p>May use: {@code proxy.policy}, and what {@code proxy} may.
 */
@NullMarked
package io.clockwise.proxy.connection;

import org.jspecify.annotations.NullMarked;
