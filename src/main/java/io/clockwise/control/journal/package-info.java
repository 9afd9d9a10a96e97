/**
 * Accepted intent on disk, and the intent log of a single instance; start at {@link
 * io.clockwise.control.journal.Journal}.
 *
 * <p>May use: {@code model}, {@code config}, {@code event}.
 */
@NullMarked
package io.clockwise.control.journal;

import org.jspecify.annotations.NullMarked;
