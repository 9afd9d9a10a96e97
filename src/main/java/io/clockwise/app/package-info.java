/**
 * Start, stop and wiring: the only place that knows everyone; start at {@link
 * io.clockwise.app.Main}.
 *
 * <p>May use: everything.
 */
@NullMarked
package io.clockwise.app;

import org.jspecify.annotations.NullMarked;
