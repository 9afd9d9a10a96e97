/**
 * The keys of a pool that say what is done about backends that are dead, slow, cold or overloaded;
 * start at {@link io.clockwise.config.read.care.CareSection}.
 *
 * <p>May use: {@code model}, {@code config}, {@code config.text}, {@code config.read.form}, {@code
 * config.read.node}.
 */
@NullMarked
package io.clockwise.config.read.care;

import org.jspecify.annotations.NullMarked;
