/**
 * Names of backends and the addresses behind them; start at {@link
 * io.clockwise.proxy.connection.name.BackendNames}.
 *
 * <p>May use: Vert.x.
 */
@NullMarked
package io.clockwise.proxy.connection.name;

import org.jspecify.annotations.NullMarked;
