/**
 * What an answer does to its client's session: whether a cookie is set, renewed or cleared; start
 * at {@link io.clockwise.proxy.session.SessionAnswers}.
 *
 * <p>May use: {@code model}, {@code route}, {@code telemetry}, Vert.x.
 */
@NullMarked
package io.clockwise.proxy.session;

import org.jspecify.annotations.NullMarked;
