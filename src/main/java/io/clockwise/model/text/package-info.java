/**
 * The texts of a request that say where it goes, taken apart; start at {@link
 * io.clockwise.model.text.RequestTarget}.
 *
 * <p>May use: the JDK only.
 */
@NullMarked
package io.clockwise.model.text;

import org.jspecify.annotations.NullMarked;
