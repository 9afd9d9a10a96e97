/**
 * What a route does besides choosing a backend, ready for use and without Vert.x; start at {@link
 * io.clockwise.route.rule.AccessRule}.
 *
 * <p>May use: {@code model}, {@code config}.
 */
@NullMarked
package io.clockwise.route.rule;

import org.jspecify.annotations.NullMarked;
