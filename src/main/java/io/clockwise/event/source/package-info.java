/**
 * Where documents come from; start at {@link io.clockwise.event.source.ConfigSource}.
 *
 * <p>May use: {@code config}.
 */
@NullMarked
package io.clockwise.event.source;

import org.jspecify.annotations.NullMarked;
