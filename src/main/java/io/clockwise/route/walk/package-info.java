/**
 * The walk over the candidates of a key: past those that are closed, that do not take the key yet,
 * that are full; and to which of its candidates a hot key goes. Start at {@link
 * io.clockwise.route.walk.Walk}.
 *
 * <p>May use: {@code model}, {@code config} (records), {@code placement}, {@code telemetry}, {@code
 * route.balance}.
 */
@NullMarked
package io.clockwise.route.walk;

import org.jspecify.annotations.NullMarked;
