/**
 * The decision: request facts and the published table give a backend; start at {@link
 * io.clockwise.route.Router}.
 *
 * <p>May use: {@code model}, {@code placement}, {@code config}, {@code telemetry}.
 */
@NullMarked
package io.clockwise.route;

import org.jspecify.annotations.NullMarked;
