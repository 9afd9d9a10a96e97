/**
 * The client of the admin API: calls, answers, refusals; start at {@link
 * io.clockwise.app.cli.remote.ApiClient}. Without Vert.x and the HTTP client of the JDK, so that a
 * command starts fast.
 *
 * <p>May use: {@code app.cli.settings}, Jackson.
 */
@NullMarked
package io.clockwise.app.cli.remote;

import org.jspecify.annotations.NullMarked;
