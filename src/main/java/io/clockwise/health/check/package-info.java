/**
 * Active checks: who is probed, when, and what follows from the results; start at {@link
 * io.clockwise.health.check.ChecksVerticle}.
 *
 * <p>May use: {@code model}, {@code config}, {@code route} and {@code telemetry}, {@code health},
 * Vert.x.
 */
@NullMarked
package io.clockwise.health.check;

import org.jspecify.annotations.NullMarked;
