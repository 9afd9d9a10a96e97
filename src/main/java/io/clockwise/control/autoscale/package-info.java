/**
 * Brings standby backends into service and drains them again, by how busy a pool is; start at
 * {@link io.clockwise.control.autoscale.Autoscaler}, what is decided is in {@link
 * io.clockwise.control.autoscale.ScaleRule}.
 *
 * <p>May use: {@code model}, {@code config}, {@code event}, {@code route}, {@code telemetry},
 * {@code control}.
 */
@NullMarked
package io.clockwise.control.autoscale;

import org.jspecify.annotations.NullMarked;
