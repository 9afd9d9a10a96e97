/**
 * What a valid configuration is warned of; start at {@link io.clockwise.config.read.doubt.Doubts}.
 *
 * <p>May use: {@code model}, {@code config}, {@code config.text}, {@code config.read.form}, {@code
 * config.read.node}.
 */
@NullMarked
package io.clockwise.config.read.doubt;

import org.jspecify.annotations.NullMarked;
