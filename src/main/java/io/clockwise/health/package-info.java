/**
 * Finds out who answers, by probes and by what requests meet; start at {@link
 * io.clockwise.health.HealthBoard}.
 *
 * <p>May use: {@code model}, {@code config}, {@code event}, {@code route} and {@code telemetry} to
 * read, Vert.x, RE2/J.
 */
@NullMarked
package io.clockwise.health;

import org.jspecify.annotations.NullMarked;
