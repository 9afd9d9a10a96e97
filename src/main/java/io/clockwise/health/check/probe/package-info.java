/**
 * One probe of one backend: over HTTP, TCP or gRPC; start at {@link
 * io.clockwise.health.check.probe.Prober}.
 *
 * <p>May use: {@code model}, {@code config}, Vert.x with its web client, RE2/J.
 */
@NullMarked
package io.clockwise.health.check.probe;

import org.jspecify.annotations.NullMarked;
