/**
 * One line per request, written off the event loops; start at {@link
 * io.clockwise.telemetry.accesslog.AccessLog}.
 *
 * <p>May use: {@code model}, {@code telemetry}.
 */
@NullMarked
package io.clockwise.telemetry.accesslog;

import org.jspecify.annotations.NullMarked;
