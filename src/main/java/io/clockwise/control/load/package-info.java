/**
 * What load on keys does to tables; start at {@link io.clockwise.control.load.HotKeyWatch}.
 *
 * <p>May use: {@code config}, {@code route}, {@code telemetry}.
 */
@NullMarked
package io.clockwise.control.load;

import org.jspecify.annotations.NullMarked;
