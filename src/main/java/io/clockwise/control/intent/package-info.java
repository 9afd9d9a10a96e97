/**
 * Accepted intent as a fold over records: pure functions without clock, health or threads; start at
 * {@link io.clockwise.control.intent.StateReducer}.
 *
 * <p>May use: {@code model}, {@code config}, {@code event}, {@code placement} (its bounds).
 */
@NullMarked
package io.clockwise.control.intent;

import org.jspecify.annotations.NullMarked;
