/**
 * Sharing out requests that have no key over the open backends of a pool; start at {@link
 * io.clockwise.route.balance.KeylessPicker}.
 *
 * <p>May use: {@code model}, {@code telemetry}.
 */
@NullMarked
package io.clockwise.route.balance;

import org.jspecify.annotations.NullMarked;
