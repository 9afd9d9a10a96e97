/**
 * What it takes to speak another protocol on a connection; start at {@link
 * io.clockwise.proxy.policy.upgrade.WebSocketHandshake}.
 *
 * <p>May use: {@code proxy.policy}.
 */
@NullMarked
package io.clockwise.proxy.policy.upgrade;

import org.jspecify.annotations.NullMarked;
