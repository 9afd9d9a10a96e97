/**
 * The decision: request facts and the published table give a backend; start at {@link
 * io.clockwise.route.Router}.
 *
 * <p>May use: {@code model}, {@code placement}, {@code config}, {@code telemetry}; of its own
 * sub-packages {@code balance}, {@code walk}.
 */
@NullMarked
package io.clockwise.route;

import org.jspecify.annotations.NullMarked;
