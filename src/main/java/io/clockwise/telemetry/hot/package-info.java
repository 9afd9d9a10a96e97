/**
 * Which keys have how many requests; start at {@link io.clockwise.telemetry.hot.KeyTraffic}.
 *
 * <p>May use: {@code model}.
 */
@NullMarked
package io.clockwise.telemetry.hot;

import org.jspecify.annotations.NullMarked;
