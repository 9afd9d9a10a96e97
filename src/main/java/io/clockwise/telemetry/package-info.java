/**
 * Single-writer meters per event loop, summed by readers; start at {@link
 * io.clockwise.telemetry.Meters}.
 *
 * <p>May use: {@code model}.
 */
@NullMarked
package io.clockwise.telemetry;

import org.jspecify.annotations.NullMarked;
