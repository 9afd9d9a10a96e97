/**
 * What both data paths share on one event loop: its scope, and of each request the choice, what is
 * told of it, and its way from one attempt to the next; start at {@link
 * io.clockwise.proxy.loop.LoopScope}.
 *
 * <p>May use: what {@code proxy} may, {@code proxy.connection}, {@code proxy.live}, {@code
 * proxy.policy}.
 */
@NullMarked
package io.clockwise.proxy.loop;

import org.jspecify.annotations.NullMarked;
