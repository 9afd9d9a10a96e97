/**
 * How an exchange with a backend may go, as pools and routes say it: timeouts and retries.
 *
 * <p>May use: {@code config}, {@code config.read.node}.
 */
@NullMarked
package io.clockwise.config.read.exchange;

import org.jspecify.annotations.NullMarked;
