/**
 * What access logs can tell; start at {@link io.clockwise.model.log.LogVariable}.
 *
 * <p>May use: nothing but the JDK.
 */
@NullMarked
package io.clockwise.model.log;

import org.jspecify.annotations.NullMarked;
