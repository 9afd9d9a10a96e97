/**
 * Whether a request is tried again, and where; start at {@link
 * io.clockwise.proxy.policy.retry.RetryRule}.
 *
 * <p>May use: what {@code proxy} may.
 */
@NullMarked
package io.clockwise.proxy.policy.retry;

import org.jspecify.annotations.NullMarked;
