/**
 * Accepted intent as text: records and snapshots as canonical JSON, one line each; start at {@link
 * io.clockwise.control.journal.format.RecordCodec}.
 *
 * <p>May use: {@code model}, {@code config}, {@code event}, Jackson's parser and generator.
 */
@NullMarked
package io.clockwise.control.journal.format;

import org.jspecify.annotations.NullMarked;
