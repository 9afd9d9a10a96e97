/**
 * The key {@code routes}: which requests go where, and by which key; start at {@link
 * io.clockwise.config.read.route.RouteSection}.
 *
 * <p>May use: {@code model}, {@code config}, {@code config.text}, {@code config.read.node}, RE2/J.
 */
@NullMarked
package io.clockwise.config.read.route;

import org.jspecify.annotations.NullMarked;
