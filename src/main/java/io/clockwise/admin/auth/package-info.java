/**
 * Who may call the admin API: bearer tokens, slowed guesses, requests that a foreign web page
 * started; start at {@link io.clockwise.admin.auth.TokenGuard}.
 *
 * <p>May use: {@code model}, {@code config}, {@code admin.http}.
 */
@NullMarked
package io.clockwise.admin.auth;

import org.jspecify.annotations.NullMarked;
