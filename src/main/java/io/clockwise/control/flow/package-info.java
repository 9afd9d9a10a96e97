/**
 * The order of what is done and of what is answered, and who is told; start at {@link
 * io.clockwise.control.flow.SerialQueue}.
 *
 * <p>May use: {@code event}, Vert.x.
 */
@NullMarked
package io.clockwise.control.flow;

import org.jspecify.annotations.NullMarked;
