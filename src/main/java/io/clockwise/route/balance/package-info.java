/**
 * Sharing out requests: over pools by weight, and those without a key over the open backends of a
 * pool; start at {@link io.clockwise.route.balance.KeylessPicker}.
 *
 * <p>May use: {@code model}, {@code placement.hash}, {@code placement.slots}, {@code telemetry}.
 */
@NullMarked
package io.clockwise.route.balance;

import org.jspecify.annotations.NullMarked;
