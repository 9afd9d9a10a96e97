/**
 * The resources below {@code /v1}; start at {@link io.clockwise.admin.api.AdminApi}.
 *
 * <p>May use: {@code model}, {@code config}, {@code event}, {@code route} (read), {@code telemetry}
 * (read), {@code admin.http}.
 */
@NullMarked
package io.clockwise.admin.api;

import org.jspecify.annotations.NullMarked;
