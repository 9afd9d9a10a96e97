/**
 * How backends have served the requests of each event loop lately; start at {@link
 * io.clockwise.telemetry.outcome.BackendOutcomes}.
 *
 * <p>May use: {@code model}.
 */
@NullMarked
package io.clockwise.telemetry.outcome;

import org.jspecify.annotations.NullMarked;
