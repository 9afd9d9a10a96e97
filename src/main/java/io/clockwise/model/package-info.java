/**
 * The nouns that every layer shares; start at {@link io.clockwise.model.Backend}.
 *
 * <p>May use: the JDK only. No I/O, no clock, no threads.
 */
@NullMarked
package io.clockwise.model;

import org.jspecify.annotations.NullMarked;
