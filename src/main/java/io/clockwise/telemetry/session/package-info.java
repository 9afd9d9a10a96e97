/**
 * Which keys and sessions were seen lately, and where; start at {@link
 * io.clockwise.telemetry.session.PoolSessions}.
 *
 * <p>May use: {@code model}.
 */
@NullMarked
package io.clockwise.telemetry.session;

import org.jspecify.annotations.NullMarked;
