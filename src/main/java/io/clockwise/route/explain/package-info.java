/**
 * What a decision said and why, made of the decision itself; start at {@link
 * io.clockwise.route.explain.Explanation}.
 *
 * <p>May use: {@code route}, and what that may use.
 */
@NullMarked
package io.clockwise.route.explain;

import org.jspecify.annotations.NullMarked;
