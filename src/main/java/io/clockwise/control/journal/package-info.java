/**
 * The intent log of a single instance; start at {@link
 * io.clockwise.control.journal.MemoryIntentLog}.
 *
 * <p>May use: {@code model}, {@code config}, {@code event}.
 */
@NullMarked
package io.clockwise.control.journal;

import org.jspecify.annotations.NullMarked;
