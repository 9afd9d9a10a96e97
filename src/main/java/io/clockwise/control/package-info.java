/**
 * The single writer: proposes changes, applies what the intent log commits, publishes the routing
 * table; start at {@link io.clockwise.control.Controller}.
 *
 * <p>May use: {@code model}, {@code config}, {@code event}, {@code placement}, {@code route},
 * {@code telemetry}, Vert.x.
 */
@NullMarked
package io.clockwise.control;

import org.jspecify.annotations.NullMarked;
