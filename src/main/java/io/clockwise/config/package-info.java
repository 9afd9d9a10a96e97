/**
 * The configuration as records, with every default in one place; start at {@link
 * io.clockwise.config.ClockwiseConfig}.
 *
 * <p>May use: {@code model}, {@code config.text}, RE2/J.
 */
@NullMarked
package io.clockwise.config;

import org.jspecify.annotations.NullMarked;
