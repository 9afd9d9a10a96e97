/**
 * From YAML text to records, with every problem found at once; start at {@link
 * io.clockwise.config.read.ConfigReader}.
 *
 * <p>May use: {@code model}, {@code config}, {@code config.text} and the packages below.
 */
@NullMarked
package io.clockwise.config.read;

import org.jspecify.annotations.NullMarked;
