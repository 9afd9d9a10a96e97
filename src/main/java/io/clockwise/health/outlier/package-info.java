/**
 * Ejects backends for what requests meet there, and lets them return; start at {@link
 * io.clockwise.health.outlier.OutlierWatch}.
 *
 * <p>May use: what {@code health} may.
 */
@NullMarked
package io.clockwise.health.outlier;

import org.jspecify.annotations.NullMarked;
