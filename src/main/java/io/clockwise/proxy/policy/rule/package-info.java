/**
 * What a route does to messages, on their Vert.x objects; start at {@link
 * io.clockwise.proxy.policy.rule.RouteAnswer}.
 *
 * <p>May use: what {@code proxy} may, and {@code proxy.policy}.
 */
@NullMarked
package io.clockwise.proxy.policy.rule;

import org.jspecify.annotations.NullMarked;
