/**
 * The key {@code listeners}; start at {@link io.clockwise.config.read.listener.ListenerSection}.
 *
 * <p>May use: {@code config}, {@code config.text}, {@code config.read.node}, {@code model}.
 */
@NullMarked
package io.clockwise.config.read.listener;

import org.jspecify.annotations.NullMarked;
