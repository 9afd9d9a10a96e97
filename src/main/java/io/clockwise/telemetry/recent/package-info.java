/**
 * Finished requests of late, a sample of them, to be found by their ids; start at {@link
 * io.clockwise.telemetry.recent.RecentRequests}.
 *
 * <p>May use: {@code model}, {@code telemetry.session}.
 */
@NullMarked
package io.clockwise.telemetry.recent;

import org.jspecify.annotations.NullMarked;
