/**
 * Requests that wait until something is known of their pool; start at {@link
 * io.clockwise.proxy.loop.park.ParkedRequests}.
 *
 * <p>May use: Vert.x.
 */
@NullMarked
package io.clockwise.proxy.loop.park;

import org.jspecify.annotations.NullMarked;
