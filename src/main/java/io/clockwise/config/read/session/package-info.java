/**
 * The keys of a pool, and of a route, that say who stays where; start at {@link
 * io.clockwise.config.read.session.SessionSection}.
 *
 * <p>May use: {@code model}, {@code config}, {@code config.text}, {@code config.read.form}, {@code
 * config.read.node}.
 */
@NullMarked
package io.clockwise.config.read.session;

import org.jspecify.annotations.NullMarked;
