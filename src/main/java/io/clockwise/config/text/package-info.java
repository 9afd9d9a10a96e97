/**
 * How durations, sizes and enumerated words are written in documents and answers; start at {@link
 * io.clockwise.config.text.DurationText}.
 *
 * <p>May use: the JDK only.
 */
@NullMarked
package io.clockwise.config.text;

import org.jspecify.annotations.NullMarked;
