/**
 * What the health of backends looks like to the layers beside it; start at {@link
 * io.clockwise.event.health.HealthPort}.
 *
 * <p>May use: {@code model}.
 */
@NullMarked
package io.clockwise.event.health;

import org.jspecify.annotations.NullMarked;
