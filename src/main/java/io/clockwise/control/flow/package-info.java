/**
 * The order of what is done and of what is answered; start at {@link
 * io.clockwise.control.flow.SerialQueue}.
 *
 * <p>May use: Vert.x.
 */
@NullMarked
package io.clockwise.control.flow;

import org.jspecify.annotations.NullMarked;
