/**
 * How far drains have come, and their ends; start at {@link io.clockwise.control.drain.DrainWatch}.
 *
 * <p>May use: {@code model}, {@code config}, {@code event}, {@code route}, {@code telemetry}.
 */
@NullMarked
package io.clockwise.control.drain;

import org.jspecify.annotations.NullMarked;
