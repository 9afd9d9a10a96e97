/**
 * What every data path decides alike: header rules, validation, failure mapping; start at {@link
 * io.clockwise.proxy.policy.FailureResponder}.
 *
 * <p>May use: what {@code proxy} may, and {@code proxy.wire}.
 */
@NullMarked
package io.clockwise.proxy.policy;

import org.jspecify.annotations.NullMarked;
