/**
 * The door for operators: REST API, probes, metrics; start at {@link
 * io.clockwise.admin.AdminVerticle}.
 *
 * <p>May use: {@code model}, {@code config}, {@code event}, {@code control}, {@code route} (read),
 * {@code telemetry} (read), Vert.x Web.
 */
@NullMarked
package io.clockwise.admin;

import org.jspecify.annotations.NullMarked;
