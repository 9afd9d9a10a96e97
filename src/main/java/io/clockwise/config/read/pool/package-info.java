/**
 * The key {@code pools}: backends and how they are treated; start at {@link
 * io.clockwise.config.read.pool.PoolSection}.
 *
 * <p>May use: {@code model}, {@code config}, {@code config.text}, {@code config.read.node}.
 */
@NullMarked
package io.clockwise.config.read.pool;

import org.jspecify.annotations.NullMarked;
