/** Runs that take minutes: what many bad clients leave behind; start at {@link Endure}. */
@NullMarked
package io.clockwise.endure;

import org.jspecify.annotations.NullMarked;
