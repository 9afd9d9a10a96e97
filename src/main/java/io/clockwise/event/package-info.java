/**
 * What sister packages say to each other: changes, records and the ports between them; start at
 * {@link io.clockwise.event.ControlPort}.
 *
 * <p>May use: {@code model}, {@code config}.
 */
@NullMarked
package io.clockwise.event;

import org.jspecify.annotations.NullMarked;
