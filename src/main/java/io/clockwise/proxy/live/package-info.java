/**
 * Every request that a backend is serving, and what ends those that last when their backend drains
 * or their key belongs to another one; start at {@link io.clockwise.proxy.live.LiveBook}.
 *
 * <p>May use: {@code model}, {@code config}, {@code route}, {@code telemetry}, {@code
 * proxy.policy}.
 */
@NullMarked
package io.clockwise.proxy.live;

import org.jspecify.annotations.NullMarked;
