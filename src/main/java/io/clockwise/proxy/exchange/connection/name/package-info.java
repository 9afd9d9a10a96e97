/**
 * Names of backends and the addresses behind them; start at {@link
 * io.clockwise.proxy.exchange.connection.name.BackendNames}.
 *
 * <p>May use: Vert.x.
 */
@NullMarked
package io.clockwise.proxy.exchange.connection.name;

import org.jspecify.annotations.NullMarked;
