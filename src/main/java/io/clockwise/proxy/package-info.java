/**
 * Serves a request on its event loop. Its parts: {@code proxy.front} (listeners), {@code
 * proxy.gate} (what stands before a connection), {@code proxy.exchange} (the Vert.x data path),
 * {@code proxy.policy} (what every data path decides), {@code proxy.wire} (HTTP/1 on raw bytes).
 *
 * <p>May use: {@code model}, {@code config} (records), {@code route}, {@code telemetry}, Vert.x.
 */
@NullMarked
package io.clockwise.proxy;

import org.jspecify.annotations.NullMarked;
